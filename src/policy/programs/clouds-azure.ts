import { type Program, subList, subsAnywhere } from "./program.ts";

const format = /^(?:json|jsonc|table|tsv|yaml|yamlc|none)$/;

/** Things that Azure shows without variables, keys and connection strings. */
export const azurePrograms: readonly Program[] = [
  subsAnywhere(
    "az",
    `-o= --output= --query=* --only-show-errors --subscription= -g= --resource-group= -n= --name= -l= --location= --ids=/
    ?--debug ?--verbose`,
    [
      {
        sub: subList(`account show|account list|account list-locations|group list|group show|group exists|vm list|vm show|
          vm list-sizes|vm list-ip-addresses|vm get-instance-view|vmss list|vmss list-instances|aks list|aks show|
          aks get-versions|aks nodepool list|aks nodepool show|resource list|network vnet list|network vnet show|
          network vnet subnet list|network nsg list|network nsg show|network nsg rule list|network public-ip list|
          network public-ip show|network nic list|network nic show|network lb list|network lb show|
          network dns zone list|network dns record-set list|disk list|disk show|snapshot list|acr list|acr show|
          acr repository list|acr repository show-tags|storage account list|storage account show|keyvault list|
          keyvault show|keyvault secret list|sql server list|sql db list|postgres flexible-server list|
          mysql flexible-server list|appservice plan list|webapp list|monitor activity-log list|monitor metrics list|
          role assignment list|role definition list|lock list|tag list|provider list|identity list|version`),
        options: `-d --show-details --resource-type= --tag= --all --vnet-name= --nsg-name= --cluster-name=
          --nodepool-name= --vault-name= --repository=/ --registry= -r= --server= --zone-name= -z= --resource= --metric=
          --metrics= --start-time= --end-time= --offset= --max-events= --assignee= --scope=/ --interval= --aggregation=`,
        values: { "-o": format, "--output": format },
        operands: ["text"],
        talks: true,
        match: [
          "az account show",
          "az vm list -d -o table",
          "az aks show -n x -g y",
          "az resource list --resource-group rg -o table",
        ],
        notMatch: [
          "az account get-access-token",
          "az keyvault secret show -n x --vault-name y",
          "az storage account keys list -n x",
          "az aks get-credentials -n x -g y",
          "az webapp config appsettings list -n x -g y",
          "az vm delete -n x -g y",
          "az vm list --query @x.txt",
          "az vm list --debug",
          "az vm run-command invoke -n x -g y --scripts ls",
        ],
      },
    ],
  ),
];
