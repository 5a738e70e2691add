export interface Wrapper {
  options: string;
  /** Operands before the command: the duration of `timeout`. */
  skip?: number;
  /** What the wrapper adds by itself. */
  adds?: string;
  /** Its operands are one shell text: `watch`. */
  isText?: true;
}

const personality =
  "-vhV3BFILRSTXZ --verbose --32bit --fdpic-funcptrs --short-inode --addr-compat-layout --addr-no-randomize --whole-seconds --sticky-timeouts --read-implies-exec --mmap-page-zero --3gb --4gb --uname-2.6 --list";

/** Programs whose operands are a command. They take the verdict of what they run. */
export const wrappers: Record<string, Wrapper> = {
  nice: { options: "-n= --adjustment= -#" },
  ionice: { options: "-c= --class= -n= --classdata= -t --ignore -p=?" },
  timeout: { options: "-s= --signal= -k= --kill-after= --preserve-status --foreground -v --verbose", skip: 1 },
  gtimeout: { options: "-s= -k= --signal= --kill-after=", skip: 1 },
  stdbuf: { options: "-i= -o= -e= --input= --output= --error=" },
  time: { options: "-pvqlh -f= --format= -o=> --output=> -a --append --verbose --portability" },
  nohup: { options: "", adds: "It keeps running after the terminal closes." },
  setsid: { options: "-cfw --ctty --fork --wait", adds: "It runs detached from the terminal." },
  chrt: { options: "-abfiormv -T= -P= -D= -p=?", skip: 1, adds: "It changes how the process is scheduled." },
  taskset: { options: "-ac -p=?", skip: 1, adds: "It binds the process to processors." },
  unbuffer: { options: "-p" },
  command: { options: "-p" },
  builtin: { options: "" },
  nocorrect: { options: "" },
  noglob: { options: "" },
  caffeinate: { options: "-disum -t= -w=" },
  flock: {
    options: "-senuxoF -w= -E= --nonblock --timeout= --exclusive --shared --unlock --close --verbose",
    skip: 1,
    adds: "It creates a lock file.",
  },
  strace: {
    options: "-cCdfFhiqrtTvVxy -e= -o=> -p=? -s= -u= -E=? -P= -I= -O= -S= -a= -b=",
    adds: "It shows everything the program does.",
  },
  ltrace: { options: "-cCfhirStTV -e= -o=> -p=? -s= -n= -l=", adds: "It shows every library call." },
  perf: {
    options: "-o=> --output=> -e= -F= -g -a -p=? -i= -s=! --script=!",
    skip: 1,
    adds: "It measures the program.",
  },
  valgrind: {
    options: `-qvd --tool[=] --leak-check[=] --show-leak-kinds[=] --track-origins[=] --track-fds[=] --num-callers[=]
      --error-exitcode[=] --trace-children[=] --suppressions[=] --gen-suppressions[=] --vgdb[=] --xml[=] --log-file[=]>
      --xml-file[=]> --log-socket[=]? --massif-out-file[=]> --callgrind-out-file[=]> --cachegrind-out-file[=]>`,
    adds: "It runs the program under inspection.",
  },
  faketime: { options: "-f -m -p=", skip: 1, adds: "The program sees another time." },
  fakeroot: { options: "-s= -i= -u", adds: "The program believes it is root." },
  torsocks: { options: "-i -d", adds: "Its network traffic goes through Tor." },
  torify: { options: "", adds: "Its network traffic goes through Tor." },
  proxychains: { options: "-q -f=?", adds: "Its network traffic goes through a proxy." },
  proxychains4: { options: "-q -f=?", adds: "Its network traffic goes through a proxy." },
  "xvfb-run": {
    options: "-a -e= -f= -l -n= -p= -s= -w= --auto-servernum --server-args=",
    adds: "It runs on a hidden screen.",
  },
  "dbus-run-session": { options: "--dbus-daemon=! --config-file=?", adds: "It runs in a session of its own." },
  "dbus-launch": {
    options:
      "--sh-syntax --csh-syntax --auto-syntax --binary-syntax --close-stderr --exit-with-session --exit-with-x11 --autolaunch= --config-file=?",
    adds: "It runs in a session of its own.",
  },
  "systemd-run": {
    options:
      "-r= -t -P -q -G -u= -p= -d -E= --user --system --scope --unit= --pty --pipe --wait --slice= --description= --uid= --gid= --nice= --working-directory= --collect --remain-after-exit --property= !--on-active= !--on-boot= !--on-calendar= !--on-unit-active= !--on-startup= --setenv= --quiet --no-block --same-dir",
    adds: "systemd runs it in the background.",
  },
  "systemd-inhibit": { options: "--what= --who= --why= --mode= --list", adds: "It keeps the machine from sleeping." },
  "systemd-cat": {
    options: "-t= -p= --identifier= --priority= --stderr-priority= --level-prefix=",
    adds: "Its output goes to the journal.",
  },
  // How many words their options take differs from one to the next, so each is asked about.
  firejail: { options: "", adds: "It runs in a sandbox." },
  bwrap: { options: "", adds: "It runs in a sandbox." },
  "ssh-agent": { options: "-a= -c -D -d -k -P= -s -t= -E= -O=", adds: "It starts a key agent." },
  gosu: { options: "", skip: 1, adds: "It runs as another user." },
  "su-exec": { options: "", skip: 1, adds: "It runs as another user." },
  setpriv: {
    options: `-d --dump --nnp --no-new-privs --ambient-caps= --inh-caps= --bounding-set= --ruid= --euid= --rgid= --egid=
      --reuid= --regid= --clear-groups --keep-groups --init-groups --groups= --securebits= --pdeathsig= --selinux-label=
      --apparmor-profile= --reset-env`,
    adds: "It runs with other rights.",
  },
  cgexec: { options: "-g= --sticky", adds: "It runs in a control group." },
  numactl: {
    options: `-alsHb -i= -p= -P= -m= -N= -C= --interleave= --preferred= --preferred-many= --membind= --cpunodebind=
      --physcpubind= --localalloc --all --balancing --show --hardware`,
    adds: "It binds memory and processors.",
  },
  rlwrap: {
    options: `-a[=] -A[=] -b= -c -C= -D= -e= -E -f= -F= -g= -H=> -i -I -l=> -m[=] -M= -n -N -o -O= -p[=] -P= -q= -r -R -s= -S=
      -t= -U -v -w= -W -z=!`,
    adds: "It runs with line editing.",
  },
  catchsegv: { options: "", adds: "It writes what it sees to a temporary file." },
  entr: { options: "-acdnprsz", adds: "It runs again at every change of the files." },
  chronic: { options: "-ev" },
  // To some systems it is a queue of jobs, to others a clock for lines.
  ts: { options: "-ris", adds: "It may run it in the background." },
  direnv: { options: "", skip: 2, adds: "It loads the directory's environment." },
  dotenv: { options: "-e= -f= -c -v= -p= -o", adds: "It loads variables from a file." },
  "aws-vault": { options: "", skip: 2, adds: "It hands cloud credentials to the command." },
  doppler: { options: "", skip: 1, adds: "It hands secrets to the command." },
  chpst: {
    options: "-u= -U= -b= -/= -e= -n= -l= -L= -m= -d= -o= -p= -f= -c= -0 -1 -2 -v -P",
    adds: "It runs with other limits.",
  },
  softlimit: { options: "-a= -c= -d= -f= -l= -m= -o= -p= -r= -s= -t=" },
  // The name of a machine may only stand in front of the options of setarch: its judge takes it away.
  setarch: { options: personality },
  linux32: { options: personality },
  linux64: { options: personality },
  uv: { options: "", skip: 1, adds: "It runs inside a Python environment." },
  poetry: { options: "", skip: 1, adds: "It runs inside a Python environment." },
  pipenv: { options: "", skip: 1, adds: "It runs inside a Python environment." },
  bundle: { options: "", skip: 1, adds: "It runs inside a Ruby bundle." },
  rbenv: { options: "", skip: 1 },
  nvm: { options: "", skip: 2 },
  mise: { options: "", skip: 2 },
  asdf: { options: "", skip: 1 },
  conda: { options: "", skip: 1 },
  hyperfine: {
    options:
      "-w= -r= -m= -M= -s= -N -i --warmup= --runs= --export-json=> --export-markdown=> --style= --prepare=! --setup=! --cleanup=!",
    isText: true,
    adds: "It runs the command many times.",
  },
  watch: {
    options:
      "-n= --interval= -d[=] -t -b -e -g -c -x -p -q= --differences[=] --no-title --color --exec --errexit --chgexit --precise",
    isText: true,
  },
  watchexec: {
    options: "-e= -w= -r -i= -c --exts= --watch= --restart",
    isText: true,
    adds: "It runs again at every change of files.",
  },
};

/** Sub-commands of these are only wrappers in some forms; all others are judged by the table. */
export const onlyAfter: Record<string, string> = {
  perf: "stat|record|trace",
  direnv: "exec",
  uv: "run",
  poetry: "run",
  pipenv: "run",
  bundle: "exec",
  rbenv: "exec",
  nvm: "exec",
  mise: "exec|x",
  asdf: "exec",
  conda: "run",
  "aws-vault": "exec",
  doppler: "run",
};
