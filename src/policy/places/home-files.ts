import { classifyPath, homeRest, mayBeSecretThere } from "../paths.ts";
import type { PolicyContext } from "../types.ts";

/**
 * Hidden files and folders of a home that hold no logins. Programs keep their passwords in such places, each under a name
 * of its own, so what is not listed here is asked about when its content would be printed.
 */
const harmless = [
  // shells, editors, terminals
  "\\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|mkshrc|inputrc|hushlogin|dircolors|selected_editor|vimrc|gvimrc|exrc|nanorc|emacs|tmux\\.conf|screenrc|Xresources|Xdefaults|XCompose|xinitrc|xprofile|editorconfig|digrc|ripgreprc|fdignore|ignore|p10k\\.zsh|face)",
  "\\.(?:vim|emacs\\.d|oh-my-zsh|zsh|bash_completion\\.d|terminfo|fonts|themes|icons)/.+",
  "\\.config/(?:nvim|fish/(?:config\\.fish|functions|conf\\.d|completions)|tmux|alacritty|kitty|foot|wezterm|htop|btop|bat|ripgrep|helix|lazygit|zellij|i3|sway|fontconfig|systemd|mpv|zathura|ranger|yazi)(?:/.+)?",
  "\\.config/(?:starship\\.toml|user-dirs\\.dirs|user-dirs\\.locale|mimeapps\\.list|git/(?:config|ignore|attributes))",
  // version control and public keys
  "\\.(?:gitconfig|gitignore|gitignore_global|gitattributes|hgrc|hgignore)",
  "\\.ssh/(?:config|known_hosts(?:\\.old)?|authorized_keys|[\\w.@-]+\\.pub|config\\.d/.+)",
  // code that others wrote, and what tools say about their work
  "\\.(?:rustup|nvm|pyenv|rbenv|asdf|sdkman|volta|virtualenvs|vscode/extensions|local/(?:lib|include|share/(?:virtualenvs|applications|man|fonts|icons|nvim/lazy|mise/installs|uv/tools|pipx/venvs)))/.+",
  "\\.(?:cargo/(?:registry|git|bin|config(?:\\.toml)?|env)|npm/(?:_logs|_cacache)|m2/repository|gradle/caches|gem/ruby|bundle/cache|nuget/packages|cache/(?:pip|go-build|yarn|typescript|ms-playwright|pre-commit|uv|pypoetry/(?:cache|virtualenvs)|node-gyp|electron|Cypress|mesa_shader_cache|fontconfig))(?:/.+)?",
  "\\.claude/(?:CLAUDE\\.md|agents|commands|skills|plans)(?:/.+)?",
  "Library/(?:Logs|Fonts|Developer|Caches/(?:Homebrew|pip|go-build|Yarn|typescript|CocoaPods))(?:/.+)?",
].join("|");

/** Where programs keep what is theirs without a dot: on macOS, on Windows behind WSL, and in a snap, whose home it is. */
const keptByPrograms = /^(?:\.|Library\/|AppData\/|snap\/[^/]+\/)/i;

const isHarmless = new RegExp(`^(?:${harmless})$`);

/** Records of what was typed, in a home or by their own name. */
const history =
  /(?:^|\/)(?:\.?[\w.-]*_history|\.(?:[\w.-]*history|lesshst|viminfo|zhistory|histfile))$|\/\.(?:.*\/)?[\w.-]*history(?:\.(?:txt|db|sqlite\w*))?$/i;

/** Why a file is not printed unasked although it is no known place of secrets; `rest` is its path below a home. */
export function privateFile(path: string, rest: string | null): "history" | "settings" | null {
  if (history.test(path)) return "history";
  const isHidden = rest !== null && keptByPrograms.test(rest) && !isHarmless.test(rest.replace(/\/+$/, ""));
  return isHidden ? "settings" : null;
}

/** In a folder that only the run decides. Where a `cd` failed, it is the one that the line began in. */
export function isPrivateThere(text: string, context: PolicyContext): boolean {
  if (mayBeSecretThere(text, context)) return true;
  const { kind, path } = classifyPath(text, { cwd: "", context });
  return kind === "secret" || privateFile(path, homeRest(path)) !== null;
}
