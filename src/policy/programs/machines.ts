import { also, type Program, subList, subs } from "./program.ts";

/** This machine's own hypervisor; any other address can name a machine, or a program that reaches it. */
const ownHypervisor = /^(?:qemu|xen|lxc|vbox|bhyve):\/\/\/(?:system|session)?$/;

/** Virtual machines and system containers. */
export const machinePrograms: readonly Program[] = [
  also(
    { connects: ["/libvirt"], opens: /\/\.cache$|\/\.cache\/libvirt/ },
    subs("virsh", "-qr -c= --connect= --quiet --readonly", [
      {
        sub: subList(`list|dominfo|domstate|domid|domuuid|domname|domblklist|domblkinfo|domiflist|domifaddr|domstats|vcpuinfo|
      snapshot-list|net-list|net-info|net-dhcp-leases|pool-list|pool-info|vol-list|vol-info|nodeinfo|nodememstats|version|
      hostname|uri`),
        options: `--all --inactive --name --title --uuid --table --persistent --transient --autostart --state-running
        --state-paused --state-shutoff --details --reason --human --source= --tree --parent --pool= --domain=`,
        values: { "-c": ownHypervisor, "--connect": ownHypervisor },
        operands: ["text"],
        match: ["virsh domblklist web", "virsh list --all", "virsh -c qemu:///system dominfo web"],
        notMatch: [
          "virsh -c qemu+ssh://192.0.2.1/system list",
          "virsh --conne=test+ext:///x?command=/tmp/x list",
          "virsh 'list; destroy web'",
          "virsh destroy web",
          "virsh dumpxml web",
        ],
      },
    ]),
  ),
];
