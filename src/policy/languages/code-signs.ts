/**
 * What code of any language looks like when it does more than compute and print. A row has its rule, its risk and what it
 * says; below it names, of which `*` stands for more letters, and expressions (`like:`):
 *
 *   words: rm_rf       these words         begins: os.exec    words that begin so
 *   methods: unlink    `x.unlink(…)`       calls: eval        `eval(…)`, not of an object, of a text that is not written out
 */
const rows = String.raw`
code.hides opaque: puts a name together from pieces, so that nobody finds it
  like: (["'])\w{1,8}\1\s*[.+]\s*(["'])\w{1,8}\2\s*[;,)\]]
code.spawns opaque: starts another program from inside the code
  begins: os.system os.popen os.exec os.spawn os.startfile os.posix_spawn subprocess commands.getoutput pty.spawn pexpect
    child_process process.binding internalBinding execSync spawnSync execFile Bun.$ Bun.spawn Deno.Command Deno.run
    Runtime.getRuntime ProcessBuilder shell_exec passthru proc_open popen pcntl_ IO.popen Open3 Process.spawn Kernel.
    os.execute io.popen System.Diagnostics.Process os:cmd run-program callProcess readProcess callCommand Sys.command
    Unix.system shell.run exec.Command __import__
  words: System.cmd System.shell shell-command call-process start-process
  methods: system popen execv* execl* spawn* execute
  like: (?<![\w$])\$\x60|^\s*spawn\s|[;{]\s*spawn\s|%x[{([|/]|(?<![\w.])(?:system|exec)\s+\S
  like: (?<![\w.$])(?:system|exec|spawn|qx|execl\w*|execv\w*)\s*[({["'/]
  like: \bdo shell script\b
code.loads opaque: calls functions of the system directly, which can do anything
  begins: ctypes cffi dlopen CDLL syscall
  words: ffi
code.controls opaque: controls the machine, as a person at its keyboard would
  words: restart keystroke
  like: \b(?:shut down|log out|empty trash)\b
code.deletes destructive: deletes files from inside the code
  words: rmtree rm_rf rm_r rmSync rmdirSync unlinkSync removedirs remove_tree rmdir unlink removeSync deleteSync File.delete
    File.Delete Directory.Delete FileUtils.rm* FileUtils.remove* Dir.delete Dir.rmdir Dir.unlink os.remove os.unlink fs.rm
    fs.unlink fs.promises.rm shutil.move truncate delete_recursively deleteRecursively Files.delete* os.RemoveAll
    Remove-Item rimraf removeItem Deno.remove* File.rm* file.remove delete-directory delete-file
  methods: rm unlink removeSync rmdir deleteDir
  like: \bdel\s+\/[sq]\b|(?<![\w.])rm\s*\([^;]{0,200}(?:recursive|force)\s*=\s*true
code.decodes opaque: decodes hidden text
  case: any
  begins: b64decode b32decode base64 decode64 frombase64 atob fromhex unhexlify a2b_ fromCharCode codecs.decode marshal.loads
    pickle.load zlib.decompress gzinflate gzuncompress str_rot13 rot13 hex2bin convert_uudecode
  like: \b(?:pack\s*\(\s*["']H|unpack1?\s*[("']|Buffer\.from\([^)]*(?:base64|hex))
code.evaluates opaque: runs text that is made while it runs
  calls: eval exec compile Function instance_eval class_eval assert create_function loadstring load dofile execfile
    importlib.* vm.run* getattr
  like: (?<![\w.])eval\b\s*[^=\s(]|->\s*eval|\bexec\s*\(
code.socket exfil: opens a raw network connection
  case: any
  like: (?<![\w.])(?:socket[.(]|fsockopen|stream_socket_client|TCPSocket|TCPServer|UDPSocket|IO::Socket|Socket\b|\/inet\/|websocket)
  like: (?<![\w.])net\.(?:connect|Socket|createConnection|createServer)
code.forks destructive: multiplies processes
  words: fork
  begins: os.fork pcntl_fork
code.rights escalate: changes whose rights it has
  words: setuid seteuid setgid setreuid setresuid Process::UID Process::Sys
code.permissions escalate: opens permissions
  like: \bchmod\w*\s*\(?[^)]*(?:0?o?777|0?o?4[0-7]{3}|S_ISUID)
code.kills destructive: ends processes of the system
  like: \b(?:[Pp]rocess\.|os\.|posix_)kill\b.*(?:-1|\b1\b)|(?<![\w.])kill\b[^;]*,\s*-?1\b(?!\d)
code.bomb destructive: takes memory or processes without end
  like: while\s*(?:\(?\s*(?:True|1|true)\s*\)?)\s*:?.*(?:append|\+=|\*=|fork|open\()
  like: \*\s*\(?\s*(?:10\s*\*\*|1e)\s*(?:9|1\d)|\bbytearray\(\d{10,}
sends
  case: any
  begins: requests.post requests.put requests.patch Net::HTTP.post HTTP::Tiny->new->post http.client smtplib ftplib curl_exec LWP
  methods: post
  like: \b(?:urlopen\([^)]*data|fetch\s*\([^)]*(?:POST|PUT|body)|file_get_contents\s*\(\s*["']https?:[^"']*["']\s*\.)
fetches
  case: any
  begins: urlopen urlretrieve requests.get Net::HTTP open-uri URI.open LWP::Simple HTTP::Tiny http.get https.get axios
  like: \b(?:fetch\s*\(|got\(|file_get_contents\s*\(\s*["']https?:)
reads
  begins: readFile File.read file_get_contents slurp read_text environ process.env ENV[ getenv
  like: \bopen\s*\(
environment
  like: \bos\.environ\b(?!\s*(?:\[|\.get\b))|\bprocess\.env\b(?!\s*[.[])|%ENV\b|\bENV\b(?!\s*[[{.])
  like: \bENV\.(?:to_h|each|map|inspect)|\bgetenv\(\s*\)|\$_ENV\b(?!\s*\[)
`;

interface Sign {
  pattern: RegExp;
  ruleId: string;
  risk: "destructive" | "opaque" | "exfil" | "escalate";
  say: string;
}

const shapes: Readonly<Record<string, (names: string) => string>> = {
  words: (names) => `\\b(?:${names})\\b`,
  begins: (names) => `\\b(?:${names})`,
  methods: (names) => `\\.(?:${names})\\s*\\(`,
  calls: (names) => `(?<![\\w.])(?:${names})\\s*\\(\\s*(?!["'][^"']*["']\\s*\\))`,
};

const alternatives = (names: string): string =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => name.replaceAll(/[.+^${}()|[\]\\?/]/g, "\\$&").replaceAll("*", "\\w*"))
    .join("|");

function readRow(row: string): [name: string, sign: Sign] {
  const [head = "", ...lines] = row.split(/\n\s+(?=[a-z]+: )/);
  const [, ruleId = "", risk, say = ""] = /^([\w.]+)(?: (\w+): (.*))?$/.exec(head.trim()) ?? [];
  const fields = lines.map((line) => line.split(/: (.*)/s));
  const sources = fields.flatMap(([field = "", text = ""]) =>
    field === "case" ? [] : [shapes[field]?.(alternatives(text)) ?? text.trim()],
  );
  const isAnyCase = fields.some(([field]) => field === "case");
  const pattern = new RegExp(sources.join("|"), isAnyCase ? "i" : "");
  return [ruleId, { pattern, ruleId, risk: risk as Sign["risk"], say }];
}

const read = new Map(
  rows
    .trim()
    .split(/\n(?=\S)/)
    .map(readRow),
);

/** The harm that code may do, in the order in which it is looked for. */
export const signs: readonly Sign[] = [...read.values()].filter(({ risk }) => risk !== undefined);

const fits = (name: string) => (code: string) => read.get(name)?.pattern.test(code) === true;

export const sendsOut = fits("sends");
export const fetches = fits("fetches");
export const readsThings = fits("reads");
/** All variables at once, and not one by its name. */
export const readsEnvironment = fits("environment");
