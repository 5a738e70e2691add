import { readRows } from "../effect-rows.ts";

/** Clusters that work through queues, routers, names for everyone, and what looks into running programs. */
export const batchEffects = readRows(`
hdfs hadoop
  dfs,fs &-rmr,-expunge | dfs,fs &-rm,-truncate /^-(?:r|R|rf|skipTrash)$|\\*/ | !/^(?:dfs|fs)$/ &-format,-delete,-rollback,-kill,-expunge,-deleteSnapshot => destroys(cluster.deletes): {} deletes data of the cluster. -> Look first (-ls, -count), and let a person decide.
    yes: hdfs dfs -rm -r /data ;; hdfs namenode -format
    no: hdfs dfs -rm /data/a.txt
  dfs,fs &-ls,-cat,-du,-df,-count,-stat,-tail,-text,-test,-head,-find,-help => looks
    yes: hdfs dfs -ls
    no: hdfs dfs
  dfs,fs | otherwise => writes(cluster.files): Runs {}.
    yes: hdfs dfs -put a.txt /data
    no: hdfs dfs -rm -r /data
qdel scancel bkill condor_rm oardel
  words: names
  @dynamic | &all,0,-all,-u,--user*,--me,-A,--account*,-p,--partition* => destroys(jobs.all): {} ends jobs that nobody has named, with their work. -> Name the job.
    yes: scancel -u dev ;; qdel all
    no: scancel dev
  => writes(jobs.end): Ends a job ({}).
    yes: scancel 42
    no: scancel -u dev
nsupdate
  words: names
  </\\bdel(?:ete)?\\b/i => destroys(names.deletes): Deletes names that others depend on. -> Let a person decide.
    yes: nsupdate <<< del
    no: nsupdate <<< x
  => talks(names.change): Changes names that others depend on.
    yes: nsupdate
    no: which nsupdate
vtysh
  words: names
  -c !/^(?!-c$|\\s*(?:show|sh)\\b)/ => shows(router.show): Runs {}.
    yes: vtysh -c show
    no: vtysh -c conf
  => locks-out(lockout.router): Changes how networks reach each other, this session's included. -> Have another way in ready.
    yes: vtysh -c conf
    no: vtysh -c show
jmap jcmd jhsdb
  words: names
  /heap_dump|VM\\.system_properties|JFR\\.dump|^-dump\\b|^--binaryheap/ => exposes(secret.memory): Writes the memory of a running program to a file. -> Ask for a histogram or the threads.
    yes: jmap -dump:live,file=x 1 ;; jcmd 1 GC.heap_dump x
    no: jmap 1
  => starts(debugger.run): Looks into a running program ({}).
    yes: jcmd 1 Thread.print
    no: jcmd 1 GC.heap_dump x
`);
