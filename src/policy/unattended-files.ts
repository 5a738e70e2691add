/**
 * Files that act although nobody runs the project: an agent, git, a build server, a shell or an editor takes them up by
 * itself. Whoever changes one decides what happens later, without anybody being asked again, so a change is danger, by
 * a tool as by a command. One list for both.
 *
 * A name counts in every folder, unless it begins with `/` or `~/` (any home). `*` stays within a folder, `folder/**`
 * is the folder and everything in it; a bare folder stands for a copy of all of it. Upper and lower case are the same, because on many file systems they are.
 */
const groups: readonly { because: string; files: string }[] = [
  {
    because: "which tells agents what to do",
    files: `CLAUDE.md CLAUDE.*.md AGENTS.md AGENTS.*.md AGENT.md GEMINI.md QWEN.md CRUSH.md WARP.md JULES.md
      .cursorrules .cursor/** .windsurfrules .windsurf/** .clinerules/** .clinerules-* .cline/** .roorules* .roo/**
      .kilocode/** .continue/** .continuerules .goosehints .goose/** .aider* .junie/** .amazonq/** .kiro/** .trae/**
      .augment/** .augment-guidelines .factory/** .agents/** .agent/** .claude/** .claude.json .claude-plugin/** .codex/**
      .gemini/** .opencode/** opencode.json opencode.jsonc .qwen/** .crush/** .crush.json crush.json .amp/** .cotty/**
      .rules .mcp.json mcp.json .github/copilot-instructions.md .github/instructions/** .github/prompts/**
      .github/chatmodes/** .github/agents/** .github/skills/** .github/copilot/** .copilot/**
      .config/opencode/** .config/goose/** .config/crush/** .config/amp/** .config/claude/** .config/github-copilot/**`,
  },
  {
    because: "which git runs by itself",
    files: `.git/hooks/** .git/config .githooks/** .git-hooks/** .husky/** .huskyrc* .pre-commit-config.yaml
      .pre-commit-config.yml .pre-commit-hooks.yaml lefthook.* .lefthook.* lefthook-local.* .lefthook/** .lefthook-local/**
      .overcommit.yml .git-hooks.* .simple-git-hooks.* simple-git-hooks.* .lintstagedrc* lint-staged.config.*
      .commitlintrc* commitlint.config.* .gitattributes .gitconfig hooks/pre-commit hooks/pre-push hooks/pre-receive
      hooks/pre-rebase hooks/pre-merge-commit hooks/prepare-commit-msg hooks/commit-msg hooks/post-commit
      hooks/post-checkout hooks/post-merge hooks/post-rewrite hooks/post-receive hooks/post-update hooks/update
      hooks/reference-transaction hooks/fsmonitor-watchman`,
  },
  {
    because: "which a build server runs by itself",
    files: `.github .github/workflows/** .github/actions/** .gitea/workflows/** .forgejo/workflows/** .gitlab-ci.yml *.gitlab-ci.yml
      .gitlab-ci.yaml .gitlab/ci/** .gitlab-ci/** Jenkinsfile Jenkinsfile.* *.jenkinsfile .jenkins/** .circleci/**
      azure-pipelines*.yml azure-pipelines*.yaml .azure-pipelines/** .azuredevops/** .travis.yml appveyor.yml
      .appveyor.yml bitbucket-pipelines.yml .drone.yml .drone.star .drone.jsonnet .woodpecker/** .woodpecker.yml
      .woodpecker.yaml .buildkite/** .teamcity/** .cirrus.yml .cirrus.star .semaphore/** .tekton/** .harness/**
      .builds/** .build.yml cloudbuild.yaml cloudbuild.yml buildspec.yml buildspec.yaml codemagic.yaml bitrise.yml
      wercker.yml .concourse/** .prow.yaml .sourcehut/**`,
  },
  {
    because: "which names programs that tools run",
    files: `.cargo .cargo/config .cargo/config.toml rust-toolchain rust-toolchain.toml .npmrc .yarnrc .yarnrc.yml .yarn/releases/**
      .yarn/plugins/** .pnpmfile.cjs .pnpmfile.mjs .bunfig.toml bunfig.toml .mvn/** .m2/settings.xml .m2/extensions.xml
      init.gradle init.gradle.kts .gradle/init.d/** ~/.gradle/gradle.properties .sbtopts .sbt/** .jvmopts .bazelrc
      .bazeliskrc .buckconfig .bundle/config .gemrc pip.conf pip.ini .pypirc .pydistutils.cfg ansible.cfg .ansible.cfg
      .ansible/** .terraformrc terraform.rc .terraform.d/** .docker/cli-plugins/** .lesskey .config/lesskey lesskey
      .lessfilter .config/bat/** .envrc .autoenv .autoenv.zsh mise.toml .mise.toml mise.*.toml .mise.*.toml .mise/**
      .config/mise/** .asdfrc .direnvrc .config/direnv/** .config/gh/config.yml .config/lazygit/**`,
  },
  {
    because: "which an editor or a development container acts on by itself",
    files: `.vscode .vscode/settings.json .vscode/tasks.json .vscode/launch.json .vscode/mcp.json *.code-workspace .idea/**
      .devcontainer/** .devcontainer.json .gitpod.yml .gitpod.Dockerfile .replit replit.nix .idx/** .zed/** .fleet/**
      .nova/** .vs/** *.sublime-project .dir-locals.el .dir-locals-2.el .exrc .nvimrc .nvim.lua .lvimrc .vimrc .vim/**
      .gvimrc .emacs .emacs.d/** .spacemacs .doom.d/** .config/nvim/** .config/vim/** .config/emacs/** .config/doom/**
      .config/helix/** .config/zed/** .config/Code/** .config/Cursor/** .config/VSCodium/** .config/micro/** .nanorc`,
  },
  {
    because: "which a program runs when it starts",
    files: `.tmux.conf .tmux/** .config/tmux/** .screenrc .inputrc .config/fish/** .config/zsh/** .config/nushell/**
      .oh-my-zsh/** .zsh/** .bash_completion .bash_completion.d/** .bash_it/** .config/starship.toml .config/kitty/**
      .config/alacritty/** .config/wezterm/** .wezterm.lua .config/ghostty/** .config/i3/** .config/sway/**
      .config/hypr/** .config/waybar/** .config/autostart/** .config/systemd/** .config/environment.d/**
      .config/ranger/** .config/lf/** .config/mpv/** .config/git/** .config/pip/** .config/yarn/** .config/containers/**
      .ipython/** .jupyter/** .julia/config/** .Renviron .ghci .ocamlinit .iex.exs .sbclrc .guile .pdbrc .valgrindrc
      .mongorc.js .mongoshrc.js .duckdbrc .muttrc .xbindkeysrc sitecustomize.py usercustomize.py *.pth
      profile.ps1 *_profile.ps1 .ssh/config .ssh/rc .ssh/environment .ssh/authorized_keys .ssh/authorized_keys2
      .local/share/dbus-1/** .local/share/applications/** .local/share/systemd/** .local/share/gnome-shell/**
      /etc/profile /etc/profile.d/** /etc/cron.d/** /etc/crontab /etc/systemd/** /etc/udev/** /etc/xdg/autostart/**`,
  },
];

/** Folders that shells look for programs in; a new name there is an ordinary installation. */
const programFolders = `~/.local/bin ~/bin ~/.bin ~/.cargo/bin ~/go/bin ~/.npm-global/bin ~/.bun/bin ~/.deno/bin
  ~/.pyenv/shims ~/.rbenv/shims ~/.asdf/shims ~/.local/share/mise/shims /usr/local/bin /usr/local/sbin /opt/homebrew/bin
  /snap/bin /opt/bin`;

/** Names that everybody types: put into one of those folders, a file of that name runs in the place of the program. */
const everydayPrograms = `ls dir cat cp mv rm ln mkdir rmdir touch chmod chown chgrp find xargs grep egrep fgrep sed awk
  gawk mawk sort uniq cut tr wc head tail tee less more man file stat du df free ps top kill pkill pgrep id whoami who w
  hostname uname date env printenv printf echo test true false yes sleep which whereis command tar gzip gunzip zcat bzip2
  xz zip unzip diff patch cmp readlink realpath basename dirname seq sh bash dash zsh fish ksh su sudo doas passwd login
  ssh scp sftp ssh-add ssh-agent ssh-keygen rsync gpg gpg2 git gitk vi vim nano ed ex curl wget ping ip ifconfig ss
  netstat dig host nslookup mount umount systemctl journalctl service crontab at apt apt-get dnf yum pacman brew ldd
  cotty`;

const home = "(?:\\ufdd3|/home/[^/]+|/Users/[^/]+|/root)/";

/** A name of the list as a pattern on a path: see above what is special in it. */
function patternOf(name: string): string {
  const isWhole = name.endsWith("/**");
  const plain = (isWhole ? name.slice(0, -"/**".length) : name).replace(/^~\//, "");
  const escaped = plain.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*");
  const start = name.startsWith("~/") ? `^${home}` : name.startsWith("/") ? "^(?:/private)?" : "(?:^|/)";
  return `${start}${escaped}${isWhole ? "(?:/.*)?" : ""}$`;
}

const words = (text: string): string[] => text.trim().split(/\s+/);
// With `u`, letters such as the Kelvin sign, which a file system takes for a k, are the same as well.
const anyOf = (patterns: readonly string[]) => new RegExp(patterns.join("|"), "isu");

const reasons: readonly { because: string; pattern: RegExp }[] = [
  ...groups.map(({ because, files }) => ({ because, pattern: anyOf(words(files).map(patternOf)) })),
  {
    because: "which would run in the place of the program of that name",
    pattern: anyOf(
      words(programFolders).map(
        (folder) => `${patternOf(folder).slice(0, -1)}/(?:${words(everydayPrograms).join("|")})$`,
      ),
    ),
  },
];

/** Why a change of this file acts without anyone running the project, as the end of a sentence; null where it does not. */
export function actsUnattended(path: string): string | null {
  return reasons.find(({ pattern }) => pattern.test(path))?.because ?? null;
}
