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
  subs("lxc incus", "", [
    {
      sub: "list|ls|image list|network list|storage list|profile list|remote list|cluster list",
      options: "-c= -f= --columns= --format= --fast --all-projects --project=",
      // Other columns and formats show settings, and with them variables and user data.
      values: {
        "-c": /^[A-Za-z0-9]+$/,
        "--columns": /^[A-Za-z0-9]+$/,
        "-f": /^(?:table|csv|compact)$/,
        "--format": /^(?:table|csv|compact)$/,
      },
      operands: ["text"],
      talks: true,
      match: ["lxc list", "incus list -c ns4"],
      notMatch: ["lxc list -f json", "lxc list -c ns,user.user-data", "lxc delete web", "lxc config show web"],
    },
    { sub: "version", match: ["lxc version"] },
  ]),
  subs("qm", "", [
    {
      sub: "list|status|listsnapshot",
      options: "--full --verbose",
      operands: ["text"],
      match: ["qm list", "qm status 100"],
      notMatch: ["qm destroy 100", "qm config 100", "qm guest exec 100 ls"],
    },
  ]),
  subs("pct", "", [
    {
      sub: "list|status|listsnapshot",
      options: "--verbose",
      operands: ["text"],
      match: ["pct list"],
      notMatch: ["pct exec 100 ls", "pct config 100"],
    },
  ]),
  subs("multipass", "", [
    {
      sub: "list|ls|info|version",
      options: "--format= --all --snapshots",
      operands: ["text"],
      match: ["multipass list"],
      notMatch: ["multipass exec web ls", "multipass delete web", "multipass get local.passphrase"],
    },
  ]),
  subs("minikube", "-p= --profile=", [
    {
      sub: "status|profile list|version|addons list",
      options: "-o= --output= -p= --profile= --short -l",
      match: ["minikube status"],
      notMatch: ["minikube delete", "minikube profile x"],
    },
  ]),
  subs("kind", "", [
    {
      sub: "get clusters|get nodes|version",
      options: "--name= -A",
      match: ["kind get clusters"],
      notMatch: ["kind get kubeconfig", "kind delete cluster"],
    },
  ]),
  subs("k3d", "", [
    {
      sub: "cluster list|cluster ls|node list|node ls|version",
      options: "--no-headers",
      match: ["k3d cluster list"],
      notMatch: ["k3d cluster list --token", "k3d kubeconfig get x"],
    },
  ]),
  subs("limactl", "", [
    {
      sub: "list|ls",
      options: "-q --quiet --all-fields",
      operands: ["text"],
      match: ["limactl list"],
      notMatch: ["limactl list --json", "limactl shell x ls"],
    },
  ]),
  subs("colima", "-p= --profile=", [
    {
      sub: "list|ls|status|version",
      options: "-p= --profile=",
      match: ["colima status"],
      notMatch: ["colima delete", "colima ssh"],
    },
  ]),
];
