import { evaluatesValue, hole, isNumber } from "../shell/index.ts";

/** Variables through which a later, harmless-looking program is made to run something else. */
const hijacks = new Set(
  `LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT LD_ORIGIN_PATH LD_DEBUG_OUTPUT LD_PROFILE_OUTPUT DYLD_INSERT_LIBRARIES
  DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH GCONV_PATH LOCPATH NLSPATH MALLOC_CHECK_ BASH_ENV BASH_ALIASES BASH_CMDS MAILPATH ENV ZDOTDIR PROMPT_COMMAND PS0
  PS1 PS2 PS4 SHELLOPTS BASHOPTS IFS EXECIGNORE BASH_LOADABLES_PATH BASH_XTRACEFD CDPATH FPATH fpath
  PAGER MANPAGER SYSTEMD_PAGER SYSTEMD_PAGERSECURE BAT_PAGER DELTA_PAGER PSQL_PAGER AWS_PAGER GH_PAGER GIT_PAGER LESSOPEN
  LESSCLOSE LESS LESSKEY LESSKEYIN LESSKEY_CONTENT MORE EDITOR VISUAL SUDO_EDITOR GIT_EDITOR FCEDIT HGEDITOR SVN_EDITOR
  KUBE_EDITOR CRONTAB_EDITOR PSQL_EDITOR SYSTEMD_EDITOR BROWSER GH_BROWSER OPENER MANOPT MANPATH
  SUDO_ASKPASS SSH_ASKPASS GIT_ASKPASS SSH_AUTH_SOCK SSH_ASKPASS_REQUIRE
  PYTHONSTARTUP PYTHONPATH PYTHONHOME PYTHONINSPECT PYTHONWARNINGS PYTHONBREAKPOINT PYTHONUSERBASE PERL5OPT PERL5LIB PERL5DB
  PERLLIB RUBYOPT RUBYLIB NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE JAVA_TOOL_OPTIONS _JAVA_OPTIONS
  JDK_JAVA_OPTIONS JAVA_OPTS MAVEN_OPTS GRADLE_OPTS CLASSPATH LUA_INIT LUA_PATH LUA_CPATH PHPRC PHP_INI_SCAN_DIR R_PROFILE
  R_ENVIRON AWKPATH AWKLIBPATH GUILE_LOAD_PATH ELECTRON_RUN_AS_NODE DOTNET_STARTUP_HOOKS
  CORECLR_PROFILER_PATH COR_PROFILER_PATH ERL_FLAGS ERL_AFLAGS
  GIT_SSH GIT_SSH_COMMAND GIT_PROXY_COMMAND GIT_EXTERNAL_DIFF GIT_DIFF_OPTS GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_CONFIG
  GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS GIT_SEQUENCE_EDITOR GIT_ALTERNATE_OBJECT_DIRECTORIES
  GIT_ATTR_SOURCE GIT_DIR GIT_WORK_TREE
  RSYNC_RSH RSYNC_CONNECT_PROG CVS_RSH SVN_SSH TAR_OPTIONS TAPE GZIP XZ_OPT UNZIP ZIPOPT GREP_OPTIONS
  RIPGREP_CONFIG_PATH FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS ACK_PAGER ACKRC WGETRC CURL_HOME
  MAKEFLAGS GNUMAKEFLAGS MFLAGS CC CXX LD AR RUSTC RUSTC_WRAPPER RUSTFLAGS CARGO_BUILD_RUSTC_WRAPPER GOFLAGS
  NPM_CONFIG_SCRIPT_SHELL npm_config_script_shell NPM_CONFIG_GLOBALCONFIG YARN_RC_FILENAME
  DOCKER_HOST DOCKER_CONFIG KUBECONFIG ANSIBLE_CONFIG TF_CLI_CONFIG_FILE HTTP_PROXY HTTPS_PROXY http_proxy https_proxy
  ALL_PROXY all_proxy SSL_CERT_FILE SSL_CERT_DIR NODE_TLS_REJECT_UNAUTHORIZED NODE_EXTRA_CA_CERTS PYTHONHTTPSVERIFY
  GIT_SSL_NO_VERIFY CURL_CA_BUNDLE REQUESTS_CA_BUNDLE OPENSSL_CONF OPENSSL_ENGINES HOSTALIASES RES_OPTIONS LOCALDOMAIN
  TERMINFO TERMINFO_DIRS TERMCAP XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_DIRS GTK_MODULES GTK_PATH QT_PLUGIN_PATH
  HISTFILE HISTSIZE HISTFILESIZE HISTCONTROL HISTIGNORE TMOUT command_not_found_handle OPENAI_BASE_URL
  ANTHROPIC_BASE_URL OPENAI_API_BASE GOOGLE_GEMINI_BASE_URL`.split(/\s+/),
);

/** Only asked about: names that steer programs in documented, bounded ways people use every day. */
const askOnly = new Set(
  "HTTP_PROXY HTTPS_PROXY http_proxy https_proxy ALL_PROXY all_proxy KUBECONFIG DOCKER_HOST CC CXX LD AR GOFLAGS RUSTFLAGS MAVEN_OPTS GRADLE_OPTS JAVA_OPTS GIT_DIR GIT_WORK_TREE PS1 PS2 TAPE MORE XZ_OPT GZIP LESS MANPATH XDG_CONFIG_HOME HOME GNUPGHOME SHELL CARGO_HOME GOROOT JAVA_HOME VIRTUAL_ENV CFLAGS CXXFLAGS LDFLAGS CPPFLAGS".split(
    " ",
  ),
);

/** Change nothing but the look of output, so a command with them in front is as harmless as without. */
const harmless =
  /^(?:TZ|LANG|LANGUAGE|LC_[A-Z]+|NO_COLOR|CLICOLOR|CLICOLOR_FORCE|FORCE_COLOR|COLUMNS|LINES|TERM|COLORTERM|LS_COLORS|GREP_COLORS?|TIME_STYLE|BLOCK_SIZE|BLOCKSIZE|QUOTING_STYLE|PYTHONUNBUFFERED|PYTHONIOENCODING|PYTHONDONTWRITEBYTECODE|SYSTEMD_COLORS|GIT_OPTIONAL_LOCKS|GIT_TERMINAL_PROMPT|DEBIAN_FRONTEND|CI|MANWIDTH|HOMEBREW_NO_AUTO_UPDATE)$/;

/**
 * In GBK, Big5 and Shift-JIS the second byte of a letter may be a backslash or a pipe, so a shell, sed or awk reads another
 * text than the one that was judged. A locale without a named set of letters has an old one, and those of China two bytes.
 */
const setsLetters = /^(?:LANG|LC_ALL|LC_CTYPE)$/;
const usualLetters =
  /^(?:|C|POSIX|[\w@]*\.(?:utf-?8|iso-?8859-?\d*|us-?ascii)(?:@\w+)?|(?!zh)[a-z]{2,3}(?:_[A-Z]{2})?(?:@euro)?)$/i;

/** Names that only programs of the project itself obey, with a plain word that names no file. */
const ownSettings =
  /^(?:NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|FLASK_ENV|MIX_ENV|ENVIRONMENT|STAGE|DEBUG|VERBOSE|LOG_LEVEL|RUST_LOG|RUST_BACKTRACE|AWS_PROFILE|AWS_REGION|AWS_DEFAULT_REGION|PORT)$/;

/** Whether no program that only looks can be led anywhere by it. A closed list: what others obey nobody knows whole. */
export const steersNothing = (name: string, value: string): boolean =>
  (harmless.test(name) && (!setsLetters.test(name) || usualLetters.test(value))) ||
  (ownSettings.test(name) && /^[\w.:,=*-]*$/.test(value));

/**
 * Small letters are for the shell's own use: most programs read their settings from names in capitals. One that is given
 * such a variable may obey it all the same, as pnpm does.
 */
export const isPlainName = (name: string): boolean =>
  /^(?:[a-z][a-z0-9_]*|_)$/.test(name) &&
  !hijacks.has(name) &&
  !zshSpecial.test(name) &&
  !/_proxy$|^npm_|^command_not_found|^auto_resume$|^(?:zle|zsh|fish|bash|comp|prompt)_/.test(name);

/** Parameters of zsh through which names, hooks and search paths are changed: `functions[ls]='…'`. */
export const zshSpecial =
  /^(?:(?:dis_)?(?:functions|aliases|galiases|saliases|builtins|reswords)|commands|nameddirs|options|\w+_functions|path|fpath|cdpath|manpath|mailpath|module_path|psvar|dirstack|prompt|precmd|preexec|chpwd|histchars|keymaps|signals|watch|fignore|region_highlight)$/;

/** Names whose text the shell itself runs, or whose place says which settings every program loads. */
const runsItsValue = /^(?:R?PS[1-4]|R?PROMPT[2-4]?|HOME|(?:READ)?NULLCMD|SHELL)$/;

const nodeInjects = /--require|-r\b|--import|--loader|--experimental-loader|--inspect/;

/** What setting a variable means for what runs after it. */
function judgeAssignment(name: string, value: string): "harmless" | "ask" | "danger" {
  if (name === "PATH" || name === "path") return judgePath(value, { projectToo: false });
  // A value with a slash is the place of a file: translations, locales and terminals are loaded from there.
  if (harmless.test(name)) {
    if (setsLetters.test(name)) return usualLetters.test(value) ? "harmless" : "ask";
    const isZone = name === "TZ" && /^[A-Za-z]\w*(?:\/[A-Za-z][\w+-]*)*$/.test(value);
    return isZone || /^[\w.@:;=,*+ \ufdd7-]*$/u.test(value) ? "harmless" : "ask";
  }
  if (isPlainName(name)) return "harmless";
  // The programs named here only show text, and are what people set to switch paging off.
  if (/PAGER$/.test(name) && /^(?:cat|less(?: -[aeEfFgGiIJKmMnNqQrRsSX]+)*|more|)$/.test(value)) return "harmless";
  if (name === "NODE_OPTIONS" && value !== "")
    return /[\ufdd0-\ufdef]/u.test(value) || nodeInjects.test(value) ? "danger" : "ask";
  if (name === "PYTHONPATH" || name === "NODE_PATH" || name === "CLASSPATH" || name === "LD_LIBRARY_PATH")
    return judgePath(value, { projectToo: true });
  if (
    /^(?:EDITOR|VISUAL|GIT_EDITOR|GIT_SEQUENCE_EDITOR)$/.test(name) &&
    /^(?:true|:|vi|vim|nvim|nano|emacs|cat)$/.test(value)
  )
    return "ask";
  if (name === "GOOSE_MODE" && value === "auto") return "danger";
  // Whoever answers there decides what is installed.
  if (/^(?:npm_config_registry|(?:PIP|UV)_(?:\w+_)?INDEX(?:_URL)?|GOPROXY|UV_INDEX)$/i.test(name))
    return /http:\/\/(?!localhost|127\.)/.test(value) ? "danger" : "ask";
  if (name === "LESS" && /[+!]/.test(value)) return "danger";
  if (runsItsValue.test(name) && /[\ufdd0-\ufdd2\ufdd4\ufdd5]/u.test(value)) return "danger";
  if (askOnly.has(name)) return steersElsewhere(name, value) ? "danger" : "ask";
  if (/(?:PAGER|EDITOR|BROWSER|_WRAPPER|_STARTUP)$/.test(name) || /^LESS/.test(name)) return "danger";
  if (
    /^(?:GIT_CONFIG_(?:KEY|VALUE)_\d+|BASH_FUNC_.*|COTTY_(?:MODE|DANGEROUS_PATTERNS|TERMINAL|HOSTS_\w+_POLICY)|.*_ASKPASS|.*_RSH|LD_.*|DYLD_.*|HISTFILE|__ct_.*)$/.test(
      name,
    )
  )
    return "danger";
  return hijacks.has(name) ? "danger" : "ask";
}

/** The same in a shell that has parameters of its own. */
export const judgeValue = (name: string, value: string, shell: string): ReturnType<typeof judgeAssignment> => {
  const isZsh = shell === "zsh";
  if (isZsh && zshSpecial.test(name)) return "danger";
  return evaluatesValue(name, shell) && !isNumber(value) ? "danger" : judgeAssignment(name, value);
};

/** Values through which an ordinary setting names code: a place where anyone can write, a shell, a substitution. */
function steersElsewhere(name: string, value: string): boolean {
  if (/[`]|\$\(|\bsh -c\b|\bbash -c\b|-toolexec|-fplugin|-B\/tmp|linker=/.test(value)) return true;
  if (/^(?:HTTPS?_PROXY|https?_proxy|ALL_PROXY|all_proxy|DOCKER_HOST|TAPE|MORE|XZ_OPT|GZIP|LESS)$/.test(name))
    return false;
  return /(?:^|[\s=:])\/(?:var\/)?tmp\/|^\/dev\/(?:shm|fd)\//.test(value);
}

/** A search path is safe to extend with fixed directories; anyone can put programs into the others. */
function judgePath(value: string, options: { projectToo: boolean }): "ask" | "danger" {
  const isFixed = (entry: string) =>
    /^(?:\/(?!tmp|var\/tmp|dev\/shm|proc)|[\ufdd3\ufdd6]\/|(?:\.\/)?node_modules\/\.bin$)[\w./@+-]*$/u.test(entry) &&
    !entry.includes("..");
  const isProject = (entry: string) =>
    options.projectToo && /^(?:|\.|\ufdd0|\ufdd6|(?:\.\.?\/)?[\w-][\w./-]*)$/u.test(entry);
  const isKnown = (entry: string) => entry === hole.filled || isFixed(entry) || isProject(entry);
  return value.split(":").every(isKnown) ? "ask" : "danger";
}
