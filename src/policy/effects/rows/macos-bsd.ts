import { readRows } from "../effect-rows.ts";

/** The administration of macOS and the BSDs. */
export const macosBsdEffects = readRows(
  `
geli gpart
  list,status,show,version => looks
    yes: geli list
    no: gpart destroy -F ada0
  * | -? => destroys: Changes disks.
    yes: gpart destroy -F ada0
    no: gpart list -F ada0
gmirror gstripe graid graid3 gconcat gshsec glabel gjournal gcache
  list,status => looks
    yes: gmirror list
    no: gmirror x
  * | -? => destroys: Changes disks.
    yes: gmirror x
    no: gmirror list
camcontrol
  devlist,inquiry,identify,readcap => looks
    yes: camcontrol devlist
    no: camcontrol sanitize ada0 -a crypto
  * | -? => destroys: Changes or erases a disk.
    yes: camcontrol sanitize ada0 -a crypto
    no: which camcontrol
bectl beadm
  list => looks
    yes: bectl list
    no: bectl destroy
  destroy,activate => destroys: Changes what the machine starts from.
    yes: bectl destroy
    no: bectl x
  * => writes: Changes it.
    yes: bectl x
    no: bectl destroy
bhyvectl => destroys: Ends or removes virtual machines.
    yes: bhyvectl
  no: which bhyvectl
kldload => escalates: Loads code into the kernel.
    yes: kldload
  no: which kldload
kldunload => locks-out: Takes code out of the kernel that devices need.
    yes: kldunload
  no: which kldunload
pw
  usershow,groupshow,usernext => looks
    yes: pw usershow
    no: pw userdel dev -r
  * | -? => locks-out: Changes who can log in.
    yes: pw userdel dev -r
    no: which pw
bootctl
  !@any => looks
    yes: bootctl
    no: bootctl remove
  status,list,is-installed => looks
    yes: bootctl status
    no: bootctl remove
  remove,unlink,cleanup,set-default,set-oneshot => destroys: Changes what the machine starts from.
    yes: bootctl remove
    no: bootctl x
  * => writes: Writes the start menu.
    yes: bootctl x
    no: bootctl remove
fdesetup
  status,isactive,list => looks
    yes: fdesetup status
    no: fdesetup disable
  * | -? => escalates: Changes the encryption of the disk.
    yes: fdesetup disable
    no: fdesetup list
profiles
  list,show,status => looks
    yes: profiles list
    no: profiles x
  * | -? => escalates: Changes what this Mac enforces.
    yes: profiles x
    no: profiles list
systemextensionsctl
  list => looks
    yes: systemextensionsctl list
    no: systemextensionsctl x
  * | -? => escalates: Changes code that runs in the system.
    yes: systemextensionsctl x
    no: systemextensionsctl list
tccutil => escalates: Changes which programs may see and control what.
    yes: tccutil
  no: scutil --dns
dsenableroot dseditgroup bputil firmwarepasswd kickstart => escalates: Changes who controls this Mac.
    yes: dsenableroot
  no: which dsenableroot
startosinstall => destroys: Installs macOS again.
    yes: startosinstall
  no: which startosinstall
log
  show,stream,stats,help => looks
    yes: log show
    no: log erase
  erase => destroys: Deletes the record of what happened.
    yes: log erase
    no: log x
  * => writes: Changes what is recorded.
    yes: log x
    no: log erase
xattr
  options: -lrvx -p=
  -? => writes: Changes what is noted about files.
    yes: xattr --x
    no: xattr
codesign => starts: Signs a program, or looks at its signature.
    yes: codesign
  no: which codesign
softwareupdate
  options: -l --list --list-full-installers --history --all
  -? -R => locks-out(power.restarts): Installs updates and restarts the machine. -> Let a person decide when.
    yes: softwareupdate -iaR
    no: softwareupdate --list
  -? --restart => locks-out(power.restarts): Installs updates and restarts the machine. -> Let a person decide when.
    yes: softwareupdate --x --restart
    no: softwareupdate --x
  -? => writes: Installs updates of macOS.
    yes: softwareupdate --install Safari
    no: softwareupdate Safari
pkgutil
  options: -v --pkgs[=] --packages --pkgs-plist --files= --lsbom= --pkg-info= --file-info= --groups --group-pkgs= --volume= --verbose --regexp --check-signature= --payload-files=
  -? --forget => destroys: Deletes the record of an installed package.
    yes: pkgutil --forget com.apple.pkg.Core
    no: pkgutil com.apple.pkg.Core
  -? --learn => destroys: Overwrites what is recorded of a package, and with it how a damaged one is found.
    yes: pkgutil --x --learn
    no: pkgutil --x
  -? => writes: Changes what is recorded of packages.
    yes: pkgutil --x
    no: pkgutil --x --learn
`,
  {
    destroys: "Check twice which machine and disk it is, and let a person decide.",
    "locks-out": "Have another way in ready, and let a person decide when.",
    escalates: "Let a person decide.",
  },
);
