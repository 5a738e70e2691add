import { editDistance } from "../../base/index.ts";

/** Words that say nothing about the subject of a request. */
const fillers = new Set(
  `a an the this that these those is are was were be been am do does did done has have had having my our your their its it
  i me we us you they he she on in at of to from for with by as and or so if then than what which whats how why when where
  can could would should will may might shall must please kindly just also only now right currently actually really
  today there here some any all every each much many more most lot lots show tell list give print display get let lets see
  look looking check checking find out know want wanna need help hey hi hello thanks thank kind sort thing things
  something anything everything going happening state status info information details detail about quick quickly ok okay
  good bad well not no yes too very still ever yet again one ones into onto over via per like seem seems able got gets
  think take make being same other else whole entire im ive id dont doesnt isnt cant wont whos hows theres who whom set
  recently lately already because`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** Each line: the word that stands for all of them. Forms that stemming does not bring together are listed too. */
const synonymLines = `
machine computer server box host laptop pc mac vm workstation desktop system instance
memory ram mem
disk hdd ssd drive drives harddrive harddisk storage volume volumes filesystem filesystems partition partitions mount mounts
space room capacity
big large larger largest bigger biggest huge heaviest heavy fattest
file document
folder directory directories dir subfolder subdirectory
certificate cert certs ssl tls x509
expire expiry expiring expired expires expiration valid validity renew renewal
container pod
process proc
program app application software binary
service daemon unit
fail failed failing failure failures broken crashed crash crashing down dead
listen listener listening listens bound binds bind
port socket sockets
network internet connectivity connection connected connect online offline wifi net lan
reach reachable reachability unreachable respond responding ping pingable alive
dns resolve resolves resolving resolution nameserver resolver lookup
update uptodate upgrade upgrades upgradable outdated patch patches updates
job jobs
package pkg apt brew dnf yum rpm
git repo repository branch branches
commit commits committed uncommitted
log journal syslog journald dmesg
error err errors warning warnings complain complaints problem problems issue issues
user account people person
login logged loged logins logon signed sign
cron crontab scheduled schedule schedules timer timers cronjob cronjobs recurring periodic
uptime booted boot reboot rebooted running-since
cpu processor processors core cores cpus
temperature temp temps hot heat overheating thermal thermals warm sensor sensors fan fans cooling
zombie defunct zombies
runaway stuck hung hanging spinning
slow sluggish lag lagging laggy slowness unresponsive crawling performance
use using used uses usage eat eats eating ate consume consumes consuming consumption hog hogs hogging fill fills filling filled take takes taking taken occupy occupies occupying waste wasting swallow swallowing
full exhausted
free left available remaining
time clock date timezone
kernel uname
version release
os distro distribution
load busy loaded overloaded overload
hardware model specs spec
overview summary rundown report
address ip ips
`;

const canonical = new Map<string, string>();
const kinds = synonymLines
  .trim()
  .split("\n")
  .map((line) => line.split(" "));
for (const words of kinds) for (const word of words) canonical.set(word, words[0] ?? word);
// Stems come second: the stem of one kind's word ("loged") must not take away another kind's word ("log").
for (const words of kinds) {
  for (const word of words) if (!canonical.has(stem(word))) canonical.set(stem(word), words[0] ?? word);
}

/** The words of a request that carry meaning, each as the one word that stands for its kind. */
export function meaningfulWords(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      // Two words that mean something else apart.
      .replaceAll(/\blook(?:ing)?\s+up\b/g, "lookup")
      .replaceAll(/\bup[\s-]+to[\s-]+date\b/g, "uptodate")
      .replaceAll(/[’']s\b/g, "")
      .replaceAll(/[’']/g, "")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "" && !fillers.has(word))
      .map((word) => canonical.get(word) ?? canonical.get(stem(word)) ?? stem(word))
  );
}

/** Every word the synonyms know: a typo is looked for among these too. */
export const knownWords: readonly string[] = [...canonical.keys(), ...fillers];

export function isFiller(word: string): boolean {
  return fillers.has(word);
}

/** What a word most likely was before it was mistyped, as its canonical word; null when it is no typo of these. */
export function correctTypo(word: string, vocabulary: Iterable<string>): string | null {
  if (word.length < 4 || /\d/.test(word)) return null;
  let best: { word: string; distance: number } | null = null;
  for (const candidate of vocabulary) {
    if (candidate.length < 4 || Math.abs(candidate.length - word.length) > 2) continue;
    const distance = editDistance(word, candidate);
    if (distance === 0 || distance > allowedDistance(word, candidate)) continue;
    if (best === null || distance < best.distance) best = { word: candidate, distance };
  }
  return best === null ? null : (canonical.get(best.word) ?? canonical.get(stem(best.word)) ?? best.word);
}

/**
 * Short words differ from other good words by one letter ("post" and "port"), so there only swapped, missing or
 * doubled letters count. The first letter is rarely wrong.
 */
function allowedDistance(word: string, candidate: string): number {
  const shorter = Math.min(word.length, candidate.length);
  if (shorter <= 5) {
    const isSubstitution = word.length === candidate.length && [...word].sort().join() !== [...candidate].sort().join();
    return isSubstitution ? 0 : 1;
  }
  if (word[0] !== candidate[0]) return 1;
  return shorter >= 8 ? 2 : 1;
}

/** Brings the plain endings of English together; enough for words, not for grammar. */
function stem(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(?<=ss|x|ch|sh)es$/, "")
    .replace(/(?<=[^su])s$/, "")
    .replace(/(?<=\w{3})(?:ing|ed)$/, "");
}
