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
  yes: cat ~/.ssh/id_ed25519
  no: cat ~/.ssh/id_ed25519.pub
secret-copied => exposes(secret.read): Copies {}, which holds keys or passwords, to another place. -> Leave keys and passwords where they are.
  yes: cp ~/.ssh/id_ed25519 /tmp/k
  no: cat ~/.ssh/id_ed25519
secret-linked => exposes(secret.read): Gives {}, which holds keys or passwords, another name. -> Leave keys and passwords where they are.
  yes: ln -s ~/.ssh/id_ed25519 k
  no: cat ~/.ssh/id_ed25519
secret-redirected => exposes(secret.read): Hands {}, which holds keys or passwords, to a command; its content could go to the model and the log. -> Read only what is not secret, or let a person look it up.
  yes: base64 < ~/.ssh/id_ed25519
  no: cat ~/.ssh/id_ed25519
secret-process => exposes(secret.read): Prints {}, which shows the variables of a process; keys and passwords among them would go to the model and the log. -> Read what the kernel tells in numbers (status, limits).
  yes: cat /proc/1/environ
  no: cat ~/.ssh/id_ed25519
secret-folder => exposes(secret.read): Prints what is in {}, where keys are kept. -> List the names only (ls).
  yes: grep -r x ~/.ssh
  no: ls ~/.ssh
picked => exposes(secret.read): Prints files that were selected because they hold keys or passwords. -> List the names only.
  yes: printenv | xargs cat
  no: git ls-files | xargs cat
network => sends(network.raw-socket): Opens a raw network connection through {}. -> Use curl against a named service.
  yes: cat /dev/tcp/192.0.2.1/80
  no: cat dev/tcp
machine => talks(network.path): {} can be a place on another machine, which is asked for it.
  yes: cat /net/host/x
  no: cat net/host/x
device => shows(device.read): Reads the device {} directly.
  yes: head -c 10 /dev/sda
  no: head -c 10 /dev/null
process => shows(private.process): {written} leads into a process: to its variables, its memory, or files that are only known when it runs.
  yes: cat /proc/1/environ
  no: cat /proc/1/status
history => shows(private.history): Prints {}, a record of typed commands that often holds secrets.
  yes: cat ~/.bash_history
  no: cat history
settings => shows(private.settings): Prints {}, where a program may keep passwords or keys.
  yes: cat ~/.config/foo/x
  no: cat .config/foo/x
everything => shows(private.everything): Prints from everything in {}, secrets included.
  yes: grep -r x ~
  no: grep -r x .
adrift => shows(read.adrift): Prints {written} of a folder that is only known when it runs; there it may hold secrets.
  yes: cd - && cat x
  no: cd src && cat x
dynamic => shows(read.dynamic): Prints a file that is only chosen at run time: {written}.
  yes: cat "$x"
  no: for x in a b; do cat "$x"; done
items => shows(read.dynamic): Prints files that are only chosen at run time: {written}.
  yes: cat x | xargs cat
  no: find . -name a | xargs cat
`);

const byPerson = "Write to a file of the project, show the difference, and let a person put it in place.";

export const writtenPlaces = placeRows(
  `
descriptor => writes(write.descriptor): Writes to whatever file {written} stands for.
  yes: echo x > /dev/fd/5
  no: echo x >&2
copied-secret => exposes(secret.copied): Writes secrets to {}.
  yes: cat ~/.ssh/id_ed25519 > /srv/x
  no: cat a > /srv/x
endless => destroys(bomb.disk): Writes to {} without end, until the disk is full. -> Say how much: head -c 1M
  yes: yes > x
  no: yes | head > x
history => destroys(audit.history): Replaces {}, the record of what was done. -> Leave the history as it is.
  yes: echo x > ~/.bash_history
  no: echo x >> ~/.bash_history
packages => escalates(packages.unchecked): Lets anyone's packages in through {}: their signatures are not checked. -> Name the key that signs them.
  yes: echo "deb [trusted=yes] http://x y" > /etc/apt/sources.list
  no: echo "deb http://x y" > /etc/apt/sources.list
data => destroys(overwrite.data): Writes over {}, data of a database or another service. -> Use the service's own tools.
  yes: echo x > /var/lib/mysql/ibdata1
  no: echo x > lib/mysql/ibdata1
unattended => escalates(unattended.write): Changes {}, {because}.
  yes: echo x > AGENTS.md
  no: echo x > README.md
device => destroys(overwrite.device): Writes straight to the device {}, over whatever is on it. -> Write to an image file instead.
  yes: echo x > /dev/sda
  no: echo x > /dev/null
network => sends(network.raw-socket): Sends data through a raw network connection ({}). -> Use curl against a named service.
  yes: echo x > /dev/tcp/192.0.2.1/80
  no: echo x > dev/tcp
policy => escalates(policy.write): Changes {}, which decides what an agent may do. -> Let a person change rules and settings.
  yes: echo x > ~/.config/cotty/rules.toml
  no: echo x > cotty/rules.toml
login => escalates(persistence.write): Changes {}, which runs again later, at login or inside another program.
  yes: echo x >> ~/.bashrc
  no: echo x >> bashrc
account => destroys(overwrite.system): Changes {}, which decides about accounts, login, start-up, name resolution or the audit trail.
  yes: echo x >> /etc/passwd
  no: echo x >> etc/passwd
own-secret => writes(write.secret): Changes {}, which holds settings and secrets of the project.
  yes: echo x > .env
  no: echo x > .env.example
secret => escalates(overwrite.secret): Changes {}, which holds keys or passwords.
  yes: echo x > ~/.ssh/id_ed25519
  no: echo x > id.txt
program => escalates(overwrite.program): Replaces {}, a program or library of the system. -> Install it with the package manager.
  yes: echo x > /usr/bin/x
  no: echo x > bin/x
git => destroys(overwrite.git): Writes into {}, the repository's own data. -> Use git commands.
  yes: echo x > .git/index
  no: echo x > .gitignore
power => locks-out(power.sysrq): Writing to {} can stop or restart the machine at once. -> Use a planned restart, decided by a person.
  yes: echo b > /proc/sysrq-trigger
  no: cat /proc/version
kernel-switch => escalates(overwrite.kernel): Changes {}, a switch inside the running kernel. -> Use sysctl with a named, documented setting.
  yes: echo 1 > /proc/sys/kernel/panic
  no: cat /proc/sys/kernel/panic
kernel => writes(write.kernel): Changes {}, a setting of the running kernel.
  yes: echo 1 > /sys/class/leds/x/brightness
  no: cat /sys/class/leds/x/brightness
root system-directory home => destroys(overwrite.directory): Writes over {}. -> Name a file inside the project.
  yes: echo x > /usr
  no: echo x > usr
emptied => destroys(overwrite.dynamic): Empties a file that is only chosen at run time: {}.
  yes: > "$x"
  no: > x
collapses dynamic => writes(write.dynamic): Writes a file that is only chosen at run time: {written}.
  yes: echo a > "$x"
  no: echo a > x
project tmp => writes(write.file): {how} {}.
  yes: echo a > x
  no: echo a
outside system home-entry here machine => writes(write.outside): {how} {}.
  yes: echo a > /srv/x
  no: echo a > x
`,
  { destroys: byPerson, escalates: byPerson },
);

export const deletedPlaces = placeRows(
  `
root => destroys(delete.root): {how} {}: everything on the machine.
  yes: rm -rf /
  no: rm -rf ./x
system-directory => destroys(delete.system-directory): {how} {}: a whole directory of the system.
  yes: rm -rf /usr
  no: rm -rf usr
program => destroys(delete.program): {how} {}: programs or libraries of the system.
  yes: rm /usr/bin/ls
  no: rm bin/ls
account => destroys(delete.account): {how} {}: files that accounts, login, start-up or the audit trail depend on.
  yes: rm /etc/passwd
  no: rm passwd
home => destroys(delete.home): {how} {}: a whole home directory.
  yes: rm -rf ~
  no: rm -rf ./home
login => destroys(delete.login): {how} {}: files that run at login or by another program.
  yes: rm ~/.bashrc
  no: rm bashrc
secret => destroys(delete.secret): {how} {}: keys or passwords.
  yes: rm ~/.ssh/id_ed25519
  no: rm id.txt
policy => destroys(delete.policy): {how} {}: the rules and records of Cotty itself.
  yes: rm -rf ~/.config/cotty
  no: rm -rf cotty
git => destroys(delete.git): {how} {}: the repository's own data and history.
  yes: rm -rf .git
  no: rm .gitignore
device => destroys(delete.device): {how} {}: a device file.
  yes: rm /dev/sda
  no: rm sda
kernel => destroys(delete.kernel): {how} {}: kernel files.
  yes: rm -rf /proc/1
  no: rm -rf proc/1
data => destroys(delete.data): {how} {}: data of a database or another service.
  yes: rm -rf /var/lib/mysql
  no: rm -rf lib/mysql
here => destroys(delete.here): {how} {}: everything here.
  yes: rm -rf .
  no: rm -rf ./x
collapses => destroys(delete.collapses): {how} {}: a path that becomes a parent directory, or everything, when the variable is empty.
  yes: rm -rf "$x/"
  no: rm -rf "src/"
dynamic => destroys(delete.dynamic): {how} {}: files that are only chosen at run time.
  yes: rm "a-$x"
  no: rm a-x
history => destroys(audit.history): {how} {}, the record of what was done.
  yes: rm ~/.bash_history
  no: rm history
far => destroys(delete.outside): {how} {} and everything in it, outside the project and /tmp.
  yes: rm -rf /srv/x
  no: rm -rf /tmp/x
named => writes(delete.named): {how} {}.
  yes: rm x
  no: ls x
`,
  { destroys: "Name the exact files, and look at the list first (ls)." },
);
