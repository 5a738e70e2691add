/** A program whose operands are a command. */
export interface Wrapper {
  options: string;
  /** How many words stand in front of the command: the duration of `timeout`. */
  words: number;
  /** Its first word is one of these where it runs something; in its other forms it is judged by rows. */
  after: readonly string[];
  /** What it does by itself. Without: it takes the verdict of what it runs, so its options are a closed list. */
  adds: string | null;
  /** Its operands are one shell text: `watch`. */
  isText: boolean;
}

/**
 * Programs that run others, one a line, as their usage has it: names, the words in front of the command (in small letters
 * those with which it runs one), and `TEXT` where the command is shell text. Behind `|` stand the options in the token
 * language of `spec.ts`, and behind `=>` what such a program adds by itself, which is asked about: of those only the
 * options matter that take a value, write or run.
 */
const rows = `
nice | -n= --adjustment= -#
ionice | -c= --class= -n= --classdata= -t --ignore -p=?
timeout DURATION | -s= --signal= -k= --kill-after= --preserve-status --foreground -v --verbose
gtimeout DURATION | -k= -s= --signal= --kill-after=
stdbuf | -i= -o= -e= --input= --output= --error=
time | -pvqlh -f= --format= -o=> --output=> -a --append --verbose --portability
unbuffer | -p
command | -p
builtin,nocorrect,noglob
caffeinate | -disum -t= -w=
chronic | -ev
softlimit | -a= -c= -d= -f= -l= -m= -o= -p= -r= -s= -t=
setarch,linux32,linux64 | -vhV3BFILRSTXZ --verbose --32bit --fdpic-funcptrs --short-inode --addr-compat-layout --addr-no-randomize
  --whole-seconds --sticky-timeouts --read-implies-exec --mmap-page-zero --3gb --4gb --uname-2.6 --list
watch TEXT | -n= --interval= -d[=] -t -b -e -g -c -x -p -q= --differences[=] --no-title --color --exec --errexit --chgexit --precise
rbenv,asdf exec
nvm exec VERSION
mise exec|x TOOL
conda run

nohup => It keeps running after the terminal closes.
setsid => It runs detached from the terminal.
chrt PRIORITY | -T= -P= -D= -p=? => It changes how the process is scheduled.
taskset MASK | -p=? => It binds the process to processors.
flock FILE | -w= -E= --timeout= => It creates a lock file.
strace | -e= -o=> -p=? -s= -u= -E=? -P= -I= -O= -S= -a= -b= => It shows everything the program does.
ltrace | -e= -o=> -p=? -s= -n= -l= => It shows every library call.
perf stat|record|trace | -o=> --output=> -e= -F= -p=? -i= -s=! --script=! => It measures the program.
valgrind | --log-socket[=]? --log-file[=]> --xml-file[=]> --massif-out-file[=]> --callgrind-out-file[=]> --cachegrind-out-file[=]>
  => It runs the program under inspection.
faketime TIME | -p= => The program sees another time.
fakeroot | -s= -i= => The program believes it is root.
torsocks,torify => Its network traffic goes through Tor.
proxychains,proxychains4 | -f=? => Its network traffic goes through a proxy.
xvfb-run | -e= -f= -n= -p= -s= -w= --server-args= => It runs on a hidden screen.
dbus-run-session | --dbus-daemon=! --config-file=? => It runs in a session of its own.
dbus-launch | --autolaunch= --config-file=? => It runs in a session of its own.
systemd-run | -r= -u= -p= -E= --unit= --slice= --description= --uid= --gid= --nice= --working-directory= --property= --setenv=
  !later:--on-active= !later:--on-boot= !later:--on-calendar= !later:--on-unit-active= !later:--on-startup= => systemd runs it in the background.
systemd-inhibit | --what= --who= --why= --mode= => It keeps the machine from sleeping.
systemd-cat | -t= -p= --identifier= --priority= --stderr-priority= --level-prefix= => Its output goes to the journal.
firejail,bwrap => It runs in a sandbox.
ssh-agent | -a= -P= -t= -E= -O= => It starts a key agent.
gosu,su-exec USER => It runs as another user.
setpriv | --ambient-caps= --inh-caps= --bounding-set= --ruid= --euid= --rgid= --egid= --reuid= --regid= --groups= --securebits=
  --pdeathsig= --selinux-label= --apparmor-profile= => It runs with other rights.
cgexec | -g= => It runs in a control group.
numactl | -i= -p= -P= -m= -N= -C= --interleave= --preferred= --preferred-many= --membind= --cpunodebind= --physcpubind=
  => It binds memory and processors.
rlwrap | -b= -C= -D= -e= -f= -F= -g= -H=> -l=> -M= -O= -P= -q= -s= -S= -t= -w= -z=! => It runs with line editing.
catchsegv => It writes what it sees to a temporary file.
entr => It runs the command again at every change of the files.
ts => It may run it in the background.
direnv exec FOLDER => It loads the folder's environment.
dotenv | -e= -f= -v= -p= => It loads variables from a file.
aws-vault exec PROFILE => It hands cloud credentials to the command.
doppler run => It hands secrets to the command.
chpst | -u= -U= -b= -/= -e= -n= -l= -L= -m= -d= -o= -p= -f= -c= => It runs with other limits.
uv,poetry,pipenv run => It runs inside a Python environment.
bundle exec => It runs inside a Ruby bundle.
hyperfine TEXT | -w= -r= -m= -M= -s= --warmup= --runs= --export-json=> --export-markdown=> --style= --prepare=! --setup=! --cleanup=!
  => It runs the command many times.
watchexec TEXT | -e= -w= -i= --exts= --watch= => It runs the command again at every change of files.
`;

/** By name. */
export const wrappers: ReadonlyMap<string, Wrapper> = new Map(
  rows
    .replaceAll(/\n +/g, " ")
    .split("\n")
    .filter((row) => row !== "")
    .flatMap(readRow),
);

function readRow(row: string): [string, Wrapper][] {
  const [call = "", adds = null] = row.split(" => ");
  const [usage = "", options = ""] = call.split(" | ");
  const [names = "", ...words] = usage.split(" ");
  const [first = ""] = words;
  const isText = first === "TEXT";
  const after = /^[a-z]/.test(first) ? first.split("|") : [];
  const wrapper: Wrapper = { options, words: isText ? 0 : words.length, after, adds, isText };
  return names.split(",").map((name) => [name, wrapper]);
}
