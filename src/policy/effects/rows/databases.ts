import { readRows } from "../effect-rows.ts";

/** Databases without statements of SQL, and what saves, restores and controls one. */
export const databaseEffects = readRows(
  `
redis-cli valkey-cli keydb-cli
  options: -h= -p= -n= -a= -u= -s= -r= -i= -d= --user= --pass= --cacert= --cert= --key= --pattern= --count=
  @unseen => runs-unread(database.dynamic): What it does in the database is only known at run time.
    yes: redis-cli <<< {}
    no: redis-cli ping
  CONFIG,CLUSTER,ACL,MODULE,SCRIPT,DEBUG GET,LIST,INFO,NODES,SLOTS,MYID,USAGE,DOCTOR,WHOAMI,CAT,HELP => writes(database.statement): Runs {}.
    yes: redis-cli CONFIG GET dir ;; redis-cli acl whoami
    no: redis-cli ping
  FLUSHALL,FLUSHDB,SHUTDOWN,DEBUG,CONFIG,REPLICAOF,SLAVEOF,MIGRATE,FAILOVER,RESET,CLUSTER,ACL,MODULE,SCRIPT,EVAL,EVALSHA,SWAPDB,RESTORE,BGREWRITEAOF => destroys(database.destroys): {} removes data, or changes what the server runs.
    yes: redis-cli -n 0 FlushAll ;; redis-cli config set dir /etc
    no: redis-cli ping
  <FLUSHALL,FLUSHDB => destroys(database.destroys): Removes all data of the database.
    yes: redis-cli <<< FLUSHALL
    no: redis-cli <<< PING
  DEL,UNLINK @dynamic | DEL,UNLINK /\\*/ => destroys(database.destroys): Deletes keys that are only chosen at run time.
    yes: redis-cli del {} ;; redis-cli DEL a*
    no: redis-cli del session:1
  --eval,--pipe => starts(database.statement): Runs a script in the database.
    yes: redis-cli --eval x.lua
    no: redis-cli x.lua
  => writes(database.statement): Runs {}.
    yes: redis-cli get k ;; redis-cli --scan
    no: redis-cli acl whoami
pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport pg_basebackup
  prints: private
  => shows(private.database): Copies a whole database.
    yes: pg_dump app
    no: which pg_dump
pg_restore mongorestore mongoimport mysqlimport mysql_restore
  -c,--clean,--drop,--if-exists,--overwrite-tables => destroys(database.destroys): {} replaces what is in the database.
    yes: pg_restore -c x
    no: pg_restore x
  => writes(database.restore): Writes into a database.
    yes: pg_restore x
    no: pg_restore -c x
dropdb dropuser mysql_secure_installation pg_resetwal pg_dropcluster pg_archivecleanup myisamchk innochecksum => destroys(database.destroys): {} removes a database or an account of it.
  yes: dropdb app
  no: which dropdb
mysqladmin mariadb-admin
  /^(?:drop|shutdown|password|flush-\\w+|kill|stop-\\w+|reload)$/ => destroys(database.destroys): {} removes data or changes access.
    yes: mysqladmin -u root drop prod
    no: mysqladmin status
  => shows(database.status): Runs {}.
    yes: mysqladmin status
    no: mysqladmin -u root drop prod
pg_ctl
  options: -D= -m= -l= -o= -p= -t= -U= --pgdata= --mode= --log=
  status => looks
    yes: pg_ctl status
    no: pg_ctl start
  init,initdb,kill | stop,restart,promote -D,--pgdata | stop,restart,promote -m,--mode=i* => destroys(database.stops): {} stops the database without a clean end. -> Use the service manager.
    yes: pg_ctl stop -m immediate ;; pg_ctl kill QUIT 1
    no: pg_ctl stop
  => writes(database.control): Runs {}.
    yes: pg_ctl start
    no: pg_ctl stop -m immediate
`,
  { destroys: "Take a backup first, and name exactly what goes." },
);
