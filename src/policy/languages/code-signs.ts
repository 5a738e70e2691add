interface Sign {
  pattern: RegExp;
  ruleId: string;
  risk: "destructive" | "opaque" | "exfil" | "escalate";
  say: string;
}

/** What inline code of any language looks like when it does more than compute and print. */
export const signs: Sign[] = [
  {
    pattern: /(["'])\w{1,8}\1\s*[.+]\s*(["'])\w{1,8}\2\s*[;,)\]]/,
    ruleId: "code.hides",
    risk: "opaque",
    say: "puts a name together from pieces, so that nobody finds it",
  },
  {
    pattern:
      /__import__|\.(?:system|popen|execv\w*|execl\w*|spawn\w*|rmtree|rmSync)\s*\(|\.execute\s*\(|\b(?:shell-command|call-process|start-process|delete-directory|delete-file)\b|^\s*spawn\s|[;{]\s*spawn\s|\b(?:shut down|restart|log out|keystroke|empty trash)\b/,
    ruleId: "code.spawns",
    risk: "opaque",
    say: "starts another program, deletes, or controls the machine",
  },
  {
    pattern:
      /\bBun\.\$|(?<![\w$])\$`|\b(?:os\.(?:system|popen|exec\w*|spawn\w*|startfile|posix_spawn\w*)|subprocess|commands\.getoutput|pty\.spawn|pexpect|child_process|process\.binding|internalBinding|execSync|spawnSync|execFile\w*|Bun\.spawn\w*|Deno\.(?:Command|run)|Runtime\.getRuntime|ProcessBuilder|shell_exec|passthru|proc_open|popen|pcntl_\w+|IO\.popen|Open3|Process\.spawn|Kernel\.\w+|os\.execute|io\.popen|do shell script|System\.Diagnostics\.Process|System\.(?:cmd|shell)\b|os:cmd|run-program|callProcess|readProcess\w*|callCommand|Sys\.command|Unix\.system|shell\.run|exec\.Command|ctypes|cffi|dlopen|CDLL|syscall|ffi\b)/,
    ruleId: "code.spawns",
    risk: "opaque",
    say: "starts another program from inside the code",
  },
  {
    pattern:
      /(?<![\w.$])(?:system|exec|spawn|qx|execl\w*|execv\w*)\s*[({["'/]|(?<![\w.])(?:system|exec)\s+\S|%x[{([|/]/,
    ruleId: "code.spawns",
    risk: "opaque",
    say: "starts another program from inside the code",
  },
  {
    pattern:
      /\b(?:rmtree|rm_rf|rm_r|rmSync|rmdirSync|unlinkSync|removedirs|remove_tree|rmdir|unlink|removeSync|deleteSync|File\.delete|File\.Delete|Directory\.Delete|FileUtils\.(?:rm|remove)\w*|Dir\.(?:delete|rmdir|unlink)|os\.remove|os\.unlink|\.unlink\(|fs\.(?:rm|unlink|promises\.rm)|shutil\.move|truncate|delete_recursively|deleteRecursively|Files\.delete\w*|os\.RemoveAll|Remove-Item|rimraf|del\s+\/[sq])\b|\.(?:rm|unlink|removeSync|rmdir|deleteDir)\s*\(|\bremoveItem\s*\(|\bDeno\.remove\w*|\b(?:unlink|file\.remove)\s*\(|\bFile\.rm\w*|(?<![\w.])rm\s*\([^;]{0,200}(?:recursive|force)\s*=\s*true/,
    ruleId: "code.deletes",
    risk: "destructive",
    say: "deletes files from inside the code",
  },
  {
    pattern:
      /\b(?:b64decode|b32decode|base64|decode64|frombase64\w*|atob|fromhex|unhexlify|a2b_\w+|fromCharCode|codecs\.decode|marshal\.loads|pickle\.loads?|zlib\.decompress|gzinflate|gzuncompress|str_rot13|rot13|hex2bin|pack\s*\(\s*["']H|unpack1?\s*[("']|convert_uudecode|Buffer\.from\([^)]*(?:base64|hex))/i,
    ruleId: "code.decodes",
    risk: "opaque",
    say: "decodes hidden text",
  },
  {
    pattern:
      /(?<![\w.])(?:eval|exec|compile|Function|instance_eval|class_eval|assert|create_function|loadstring|load|dofile|execfile|__import__|importlib\.\w+|vm\.run\w*|getattr)\s*\(\s*(?!["'][^"']*["']\s*\))|(?<![\w.])eval\b\s*[^=\s(]|->\s*eval|\bexec\s*\(/,
    ruleId: "code.evaluates",
    risk: "opaque",
    say: "runs text that is made while it runs",
  },
  {
    pattern:
      /(?<![\w.])(?:socket\.|socket\(|fsockopen|stream_socket_client|TCPSocket|TCPServer|UDPSocket|IO::Socket|Socket\b|net\.(?:connect|Socket|createConnection|createServer)|\/inet\/|websocket)/i,
    ruleId: "code.socket",
    risk: "exfil",
    say: "opens a raw network connection",
  },
  { pattern: /\bfork\b|os\.fork|pcntl_fork/, ruleId: "code.forks", risk: "destructive", say: "multiplies processes" },
  {
    pattern: /\b(?:setuid|seteuid|setgid|setreuid|setresuid|Process::UID|Process::Sys)\b/,
    ruleId: "code.rights",
    risk: "escalate",
    say: "changes whose rights it has",
  },
  {
    pattern: /\bchmod\w*\s*\(?[^)]*(?:0?o?777|0?o?4[0-7]{3}|S_ISUID)/,
    ruleId: "code.permissions",
    risk: "escalate",
    say: "opens permissions",
  },
  {
    pattern:
      /\b(?:os\.kill|Process\.kill|process\.kill|posix_kill)\b.*(?:-1|\b1\b)|(?<![\w.])kill\b[^;]*,\s*-?1\b(?!\d)/,
    ruleId: "code.kills",
    risk: "destructive",
    say: "ends processes of the system",
  },
  {
    pattern:
      /while\s*(?:\(?\s*(?:True|1|true)\s*\)?)\s*:?.*(?:append|\+=|\*=|fork|open\()|\*\s*\(?\s*(?:10\s*\*\*|1e)\s*(?:9|1\d)|\bbytearray\(\d{10,}/,
    ruleId: "code.bomb",
    risk: "destructive",
    say: "takes memory or processes without end",
  },
];

export const sendsOut =
  /\b(?:requests\.(?:post|put|patch)|urlopen\([^)]*data|\.post\s*\(|fetch\s*\([^)]*(?:POST|PUT|body)|Net::HTTP\.post|HTTP::Tiny->new->post|http\.client|smtplib|ftplib|file_get_contents\s*\(\s*["']https?:[^"']*["']\s*\.|curl_exec|LWP)/i;
export const fetches =
  /\b(?:urlopen|urlretrieve|requests\.get|fetch\s*\(|Net::HTTP|open-uri|URI\.open|LWP::Simple|HTTP::Tiny|file_get_contents\s*\(\s*["']https?:|http\.get|https\.get|axios|got\()/i;
export const readsThings =
  /\b(?:open\s*\(|readFile|File\.read|file_get_contents|slurp|read_text|environ|process\.env|ENV\[|getenv)/;
/** All variables at once, and not one by its name. */
export const wholeEnvironment =
  /\bos\.environ\b(?!\s*(?:\[|\.get\b))|\bprocess\.env\b(?!\s*[.[])|%ENV\b|\bENV\b(?!\s*[[{.])|\bENV\.(?:to_h|each|map|inspect)|\bgetenv\(\s*\)|\$_ENV\b(?!\s*\[)/;
export const backticks = /`[^`]+`/;
