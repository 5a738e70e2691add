import { readRows } from "../effect-rows.ts";

/** Backups and snapshots. */
export const backupEffects = readRows(
  `
borg
  options: --rsh=! --remote-path= -a= -P= --format= --last= --first= --glob-archives= --prefix= --sort-by= --pattern= --exclude=
  list,info,check,diff --repair => destroys: Repairs the archive by leaving out what is damaged. -> Copy the archive first.
    yes: borg list --repair
    no: borg list
  list,info,check,diff => looks
    yes: borg list
    no: borg list --repair
  create => writes: Writes a backup.
    yes: borg create
    no: borg extract
  extract,mount,export-tar => writes: Restores from a backup.
    yes: borg extract
    no: borg create
  * | -? => destroys: Removes or changes backups.
    yes: borg prune repo
    no: borg create
restic
  options: -r= --repo= --repository-file= --password-file= -p= --password-command=! -o=! --option=! -H= --host= --tag= --path= --latest= --group-by= --mode= --newest= --oldest= --snapshot= --read-data-subset= --cacert= --tls-client-cert=
  snapshots,ls,find,stats,check,diff,version => looks
    yes: restic snapshots
    no: restic cat
  cat => exposes: Prints parts of a backup, keys included. -> List with restic ls.
    yes: restic cat
    no: restic backup
  backup => writes: Writes a backup.
    yes: restic backup
    no: restic cat
  restore,mount,dump => writes: Restores from a backup.
    yes: restic restore
    no: restic cat
  * | -? => destroys: Removes or changes backups.
    yes: restic forget --prune --keep-last 1
    no: restic cat
duplicity
  remove-older-than,remove-all-but-n-full,remove-all-inc-of-but-n-full,cleanup => destroys: Removes backups.
    yes: duplicity remove-all-but-n-full 0 file:///x --force
    no: duplicity x
  * => writes: Writes or restores a backup.
    yes: duplicity x
    no: duplicity remove-all-but-n-full 0 file:///x --force
rsnapshot => writes: Writes a backup.
    yes: rsnapshot
  no: which rsnapshot
timeshift
  * | -? => destroys: Changes or restores snapshots of the system.
    yes: timeshift --delete-all
    no: timeshift
snapper
  options: -c= --config= -a= -t= --type= --columns= --diff-cmd=! -x= -o=> --output=>
  list,ls,status,diff,list-configs,get-config => looks
    yes: snapper list
    no: snapper x
  delete,rm,undochange,rollback => destroys: Removes snapshots, or goes back to one.
    yes: snapper delete 1-100
    no: snapper x
  * => writes: Changes snapshots.
    yes: snapper x
    no: snapper delete 1-100
`,
  { destroys: "Check the device twice (lsblk), and let a person decide.", escalates: "Let a person do this." },
);
