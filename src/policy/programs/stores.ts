import { type Form, type Program, subList, subs } from "./program.ts";

const local = { operands: ["text"] } as const satisfies Partial<Form>;

/**
 * Databases, queues and backups. Statements of databases are asked about, whatever they say, so their clients have no
 * row here. borg has none either: a look takes a lock in the repository and may mend it; nor pg_ctl, which hands the name
 * of the folder to a shell.
 */
export const storePrograms: readonly Program[] = [
  subs("rabbitmqctl", "-qs --quiet --silent -t= --timeout= ?-n= ?--node=", [
    {
      sub: subList(`list_queues|list_exchanges|list_bindings|list_connections|list_channels|list_consumers|list_vhosts|
        status|cluster_status|version`),
      options: `-qs -p=* --vhost=* --quiet --silent --formatter= --no-table-headers --online --offline --local -t= --timeout=
        ?-n= ?--node=`,
      ...local,
      match: ["rabbitmqctl list_queues", "rabbitmqctl list_queues -p / name messages"],
      notMatch: [
        "rabbitmqctl -n rabbit@192.0.2.1 list_queues",
        "rabbitmqctl purge_queue x",
        "rabbitmqctl list_parameters",
      ],
    },
  ]),
  subs("restic", "", [
    {
      // Without --no-lock it writes a lock into the repository. Where that is comes from the user's own settings.
      sub: "snapshots|stats|ls|find|diff",
      options: `-clqv -H= --host= --tag= --path=/ --latest= --group-by= --compact --json --long --recursive --human-readable
        --mode= --no-lock --verbose --quiet --metadata --ignore-case --newest= --oldest= --snapshot= ?-r= ?--repo=/
        ?--repository-file= ?-p= ?--password-file= --password-command=! -o=! --option=!`,
      has: ["--no-lock"],
      late: true,
      ...local,
      talks: true,
      match: ["restic snapshots --no-lock --json", "restic ls --no-lock latest"],
      notMatch: [
        "restic snapshots",
        "restic snapshots --no-lock -r rest:http://192.0.2.1/",
        "restic dump latest /x",
        "restic forget --no-lock latest",
      ],
    },
    { sub: "version", match: ["restic version"] },
  ]),
  subs("kopia", "", [
    {
      sub: "snapshot list|snapshot ls|snap list|repository status|policy list",
      options: "-al --all --show-identical --human-readable --incomplete --json",
      ...local,
      talks: true,
      match: ["kopia snapshot list"],
      notMatch: ["kopia snapshot list --config-file=x", "kopia snapshot delete x", "kopia repository status -t"],
    },
  ]),
  subs("hdfs hadoop", "", [
    {
      sub: subList(
        `dfs -ls|dfs -du|dfs -df|dfs -count|dfs -stat|dfs -test|fs -ls|fs -du|fs -df|fs -count|fs -stat|fs -test`,
      ),
      options: "-hRdCqsvtSr -e -z -f -x -u",
      // A scheme would name another file system: `file:/etc/shadow`.
      operandIs: /^[\w./*+=-]+$/,
      ...local,
      match: ["hdfs dfs -ls /data", "hdfs dfs -du -h /data"],
      notMatch: [
        "hdfs dfs -fs hdfs://192.0.2.1 -ls /",
        "hdfs dfs -ls file:/root",
        "hdfs dfs -rm -r /data",
        "hdfs --config x dfs -ls /",
      ],
    },
  ]),
];
