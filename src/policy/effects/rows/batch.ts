import { readRows } from "../effect-rows.ts";

/** Clusters that work through queues, routers, names for everyone, and what looks into running programs. */
export const batchEffects = readRows(`
hdfs hadoop
  dfs,fs &-rmr,-expunge | dfs,fs &-rm,-truncate /^-(?:r|R|rf|skipTrash)$|\\*/ | !/^(?:dfs|fs)$/ &-format,-delete,-rollback,-kill,-expunge,-deleteSnapshot => destroys(cluster.deletes): {} deletes data of the cluster. -> Look first (-ls, -count), and let a person decide.
    yes: hdfs dfs -rm -r /data ;; hdfs namenode -format
    no: hdfs dfs -rm /data/a.txt
  dfs,fs &-ls,-cat,-du,-df,-count,-stat,-tail,-text,-test,-head,-find,-help => looks
  dfs,fs | otherwise => writes(cluster.files): Runs {}.
    yes: hdfs dfs -put a.txt /data
qdel scancel bkill condor_rm oardel
  words: names
  @dynamic | &all,0,-all,-u,--user*,--me,-A,--account*,-p,--partition* => destroys(jobs.all): {} ends jobs that nobody has named, with their work. -> Name the job.
    yes: scancel -u dev ;; qdel all
  => writes(jobs.end): Ends a job ({}).
    yes: scancel 42
nsupdate
  words: names
  </\\bdel(?:ete)?\\b/i => destroys(names.deletes): Deletes names that others depend on. -> Let a person decide.
  => talks(names.change): Changes names that others depend on.
    yes: nsupdate
vtysh
  words: names
  -c !/^(?!-c$|\\s*(?:show|sh)\\b)/ => shows(router.show): Runs {}.
    yes: vtysh -c show
  => locks-out(lockout.router): Changes how networks reach each other, this session's included. -> Have another way in ready.
    yes: vtysh -c conf
jmap jcmd jhsdb
  words: names
  /heap_dump|VM\\.system_properties|JFR\\.dump|^-dump\\b|^--binaryheap/ => exposes(secret.memory): Writes the memory of a running program to a file. -> Ask for a histogram or the threads.
    yes: jmap -dump:live,file=x 1 ;; jcmd 1 GC.heap_dump x
  => starts(debugger.run): Looks into a running program ({}).
    yes: jcmd 1 Thread.print
`);
