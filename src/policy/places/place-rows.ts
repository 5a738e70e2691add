import { type EffectRow, readRows } from "../effects/effect-rows.ts";
import { tellRow } from "../effects/tell.ts";
import type { Job, Report } from "../job.ts";

/**
 * What it means to read, write or delete a file, by the kind of place that it is (`paths.ts`) or what else is known of
 * it, in the language of `effect-rows.ts`. `{}` is the file as a person reads it, `{written}` as it stands in the line.
 */
export type PlaceRows = Readonly<Record<string, EffectRow>>;

export const placeRows = (text: string, advice: Parameters<typeof readRows>[1] = {}): PlaceRows =>
  Object.fromEntries(
    readRows(text, advice).flatMap(({ names, rows }) => names.flatMap((name) => rows.map((row) => [name, row]))),
  );

/** Reports what the row of a place says, and returns it. */
export function tellPlace(
  job: Job,
  rows: PlaceRows,
  place: string,
  names: Readonly<Record<string, string>>,
  more: Partial<Report> = {},
): EffectRow {
  const row = rows[place];
  if (row === undefined) throw new Error(`No row says what the place "${place}" means.`);
  tellRow(job, row, names, more);
  return row;
}

export const readPlaces = placeRows(`
secret => exposes(secret.read): Prints {}, which holds keys or passwords; its content would go to the model and the log. -> Read only what is not secret, or let a person look it up.
secret-folder => exposes(secret.read): Prints what is in {}, where keys are kept. -> List the names only (ls).
picked => exposes(secret.read): Prints files that were selected because they hold keys or passwords. -> List the names only.
network => sends(network.raw-socket): Opens a raw network connection through {}. -> Use curl against a named service.
machine => talks(network.path): {} can be a place on another machine, which is asked for it.
device => shows(device.read): Reads the device {} directly.
process => shows(private.process): {written} leads into a process: to its variables, its memory, or files that are only known when it runs.
history => shows(private.history): Prints {}, a record of typed commands that often holds secrets.
settings => shows(private.settings): Prints {}, where a program may keep passwords or keys.
everything => shows(private.everything): Prints from everything in {}, secrets included.
adrift => shows(read.adrift): Prints {written} of a folder that is only known when it runs; there it may hold secrets.
dynamic => shows(read.dynamic): Prints a file that is only chosen at run time: {written}.
items => shows(read.dynamic): Prints files that are only chosen at run time: {written}.
`);

const byPerson = "Write to a file of the project, show the difference, and let a person put it in place.";

export const writtenPlaces = placeRows(
  `
descriptor => writes(write.descriptor): Writes to whatever file {written} stands for.
copied-secret => exposes(secret.copied): Writes secrets to {}.
endless => destroys(bomb.disk): Writes to {} without end, until the disk is full. -> Say how much: head -c 1M
history => destroys(audit.history): Replaces {}, the record of what was done. -> Leave the history as it is.
packages => escalates(packages.unchecked): Lets anyone's packages in through {}: their signatures are not checked. -> Name the key that signs them.
data => destroys(overwrite.data): Writes over {}, data of a database or another service. -> Use the service's own tools.
unattended => escalates(unattended.write): Changes {}, {because}.
device => destroys(overwrite.device): Writes straight to the device {}, over whatever is on it. -> Write to an image file instead.
network => sends(network.raw-socket): Sends data through a raw network connection ({}). -> Use curl against a named service.
policy => escalates(policy.write): Changes {}, which decides what an agent may do. -> Let a person change rules and settings.
login => escalates(persistence.write): Changes {}, which runs again later, at login or inside another program.
account => destroys(overwrite.system): Changes {}, which decides about accounts, login, start-up, name resolution or the audit trail.
own-secret => writes(write.secret): Changes {}, which holds settings and secrets of the project.
secret => escalates(overwrite.secret): Changes {}, which holds keys or passwords.
program => escalates(overwrite.program): Replaces {}, a program or library of the system. -> Install it with the package manager.
git => destroys(overwrite.git): Writes into {}, the repository's own data. -> Use git commands.
power => locks-out(power.sysrq): Writing to {} can stop or restart the machine at once. -> Use a planned restart, decided by a person.
kernel-switch => escalates(overwrite.kernel): Changes {}, a switch inside the running kernel. -> Use sysctl with a named, documented setting.
kernel => writes(write.kernel): Changes {}, a setting of the running kernel.
root system-directory home => destroys(overwrite.directory): Writes over {}. -> Name a file inside the project.
emptied => destroys(overwrite.dynamic): Empties a file that is only chosen at run time: {}.
collapses dynamic => writes(write.dynamic): Writes a file that is only chosen at run time: {written}.
project tmp => writes(write.file): {how} {}.
outside system home-entry here machine => writes(write.outside): {how} {}.
`,
  { destroys: byPerson, escalates: byPerson },
);

export const deletedPlaces = placeRows(
  `
root => destroys(delete.root): {how} {}: everything on the machine.
system-directory => destroys(delete.system-directory): {how} {}: a whole directory of the system.
program => destroys(delete.program): {how} {}: programs or libraries of the system.
account => destroys(delete.account): {how} {}: files that accounts, login, start-up or the audit trail depend on.
home => destroys(delete.home): {how} {}: a whole home directory.
login => destroys(delete.login): {how} {}: files that run at login or by another program.
secret => destroys(delete.secret): {how} {}: keys or passwords.
policy => destroys(delete.policy): {how} {}: the rules and records of Cotty itself.
git => destroys(delete.git): {how} {}: the repository's own data and history.
device => destroys(delete.device): {how} {}: a device file.
kernel => destroys(delete.kernel): {how} {}: kernel files.
data => destroys(delete.data): {how} {}: data of a database or another service.
here => destroys(delete.here): {how} {}: everything here.
collapses => destroys(delete.collapses): {how} {}: a path that becomes a parent directory, or everything, when the variable is empty.
dynamic => destroys(delete.dynamic): {how} {}: files that are only chosen at run time.
history => destroys(audit.history): {how} {}, the record of what was done.
far => destroys(delete.outside): {how} {} and everything in it, outside the project and /tmp.
named => writes(delete.named): {how} {}.
`,
  { destroys: "Name the exact files, and look at the list first (ls)." },
);
