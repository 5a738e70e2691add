import { anyOf, words } from "./path-words.ts";

/**
 * Files that act although nobody runs the project: an agent, git, a build server, a shell or an editor takes them up by
 * itself. Whoever changes one decides what happens later, without anybody being asked again, so a change is danger, by
 * a tool as by a command. One list for both.
 *
 * A bare folder stands for a copy of all of it. A text of the list (`CLAUDE.md`) has variants, which count as well
 * (`CLAUDE.local.md`).
 */
const groups: readonly { because: string; files: string; namesFiles?: true }[] = [
  {
    because: "which tells agents what to do",
    namesFiles: true,
    files: `CLAUDE.md AGENTS.md AGENT.md GEMINI.md QWEN.md CRUSH.md WARP.md JULES.md
      .cursorrules .cursor/** .windsurfrules .windsurf/** .clinerules/** .clinerules-* .cline/** .roorules* .roo/**
      .kilocode/** .continue/** .continuerules .goosehints .goose/** .aider* .junie/** .amazonq/** .kiro/** .trae/**
      .augment/** .augment-guidelines .factory/** .agents/** .agent/** .claude/** .claude.json .claude-plugin/** .codex/**
      .gemini/** .opencode/** opencode.json opencode.jsonc .qwen/** .crush/** .crush.json crush.json .amp/** .cotty/**
      .rules .mcp.json mcp.json .github/copilot-instructions.md .github/instructions/** .github/prompts/**
      .github/chatmodes/** .github/agents/** .github/skills/** .github/copilot/** .copilot/**
      .config/opencode/** .config/goose/** .config/crush/** .config/amp/** .config/claude/** .config/github-copilot/**
      .github/hooks/** COPILOT.md GROK.md CODEBUDDY.md IFLOW.md COTTY.md .cotty.md .agents.md CONVENTIONS.md
      replit.md SKILL.md SOUL.md HEARTBEAT.md *.prompt.md *.instructions.md *.chatmode.md *.agent.md .mcp.jsonc mcp.jsonc
      mcp.yaml mcp-config.json .mcp/** .ai/** .skills/** .prompts/** .openhands/** .openhands_instructions .pi/** .grok/**
      .vibe/** .mux/** .warp/** .codeium/** .tabnine/** .zencoder/** .rovodev/** .devin/** .plandex/** .bolt/** .v0/**
      .firebender/** firebender.json .sourcegraph/** .cody/** .openclaw/** .letta/** .antigravity/** .codebuddy/**
      .iflow/** .forge/** forge.yaml .ruler/** .rulesync/** rulesync.jsonc .cospec/** .lingma/** .comate/** .qoder/**
      .tongyi/** .blackbox/** .void/** .pearai/** .melty/** .supermaven/** .stakpak/** .mentat_config.json gptme.toml
      .sweep.yaml sweep.yaml .coderabbit.yaml .coderabbit.yml .pr_agent.toml .bito.yaml .greptile/** greptile.json
      .ellipsis/** ellipsis.yaml .cubic.yaml .korbit* .gitauto* .dosu* memory-bank/** gemini-extension.json CODEX.md
      CURSOR.md AI_RULES.md AIDER.md CLINE.md ROO.md WINDSURF.md DEVIN.md KIRO.md JUNIE.md AMP.md OPENCODE.md
      knowledge.md codebuff.json conductor.json USER.md HERMES.md kilo.json kilo.jsonc AGENTS.txt AmazonQ.md .gitlab/duo/**
      /etc/claude-code/** /etc/codex/** /etc/gemini-cli/** /etc/opencode/**`,
  },
  {
    because: "which git runs by itself",
    namesFiles: true,
    files: `.git/hooks/** .git/config .githooks/** .git-hooks/** .husky/** .huskyrc* .pre-commit-config.yaml
      .pre-commit-config.yml .pre-commit-hooks.yaml lefthook.* .lefthook.* lefthook-local.* .lefthook/** .lefthook-local/**
      .overcommit.yml .git-hooks.* .simple-git-hooks.* simple-git-hooks.* .lintstagedrc* lint-staged.config.*
      .commitlintrc* commitlint.config.* .gitattributes .gitconfig
      HEAD .gitmodules .gitconfig.* .gitinclude .jj/** .hk.pkl hk.pkl captainhook.json grumphp.yml grumphp.yml.dist
      grumphp.yaml prek.toml .prek.toml .pre-commit.yaml .rusty-hook.toml .husky.js .ghooks .yorkie .githooks.yml
      .lintstaged.* .nano-staged.* nano-staged.* .trunk/** .captain/** .czrc .cz.toml .cz.json *hooks/hooks.json`,
  },
  {
    because: "which a build server runs by itself",
    files: `.github .github/workflows/** .github/actions/** .gitea/workflows/** .forgejo/workflows/** .gitlab-ci.yml *.gitlab-ci.yml
      .gitlab-ci.yaml .gitlab/ci/** .gitlab-ci/** Jenkinsfile Jenkinsfile.* *.jenkinsfile .jenkins/** .circleci/**
      azure-pipelines*.yml azure-pipelines*.yaml .azure-pipelines/** .azuredevops/** .travis.yml appveyor.yml
      .appveyor.yml bitbucket-pipelines.yml .drone.yml .drone.star .drone.jsonnet .woodpecker/** .woodpecker.yml
      .woodpecker.yaml .buildkite/** .teamcity/** .cirrus.yml .cirrus.star .semaphore/** .tekton/** .harness/**
      .builds/** .build.yml cloudbuild.yaml cloudbuild.yml buildspec.yml buildspec.yaml codemagic.yaml bitrise.yml
      wercker.yml .concourse/** .prow.yaml .sourcehut/**
      .gitlab/auto-deploy-values.yaml .ci/** .pipelines/** .azure/pipelines/** .vsts-ci.* .cirrus.yaml .drone.yaml .circleci.yml circle.yml
      .buildkite.yml buildkite.yml .tekton.yaml cloudbuild.json .zuul.yaml zuul.yaml .zuul.d/** zuul.d/** .evergreen.yml
      bamboo-specs/** .onedev-buildspec.yml .cds.yml .cds/** .vela.yml .screwdriver.yaml screwdriver.yaml .shippable.yml
      shippable.yml .taskcluster.yml .scrutinizer.yml .hound.yml .gocd.yaml *.gocd.yaml .copr/** .packit.yaml
      .packit.yml .mergify.yml .github/dependabot.yml .github/dependabot.yaml renovate.json renovate.json5 .renovaterc*
      .github/renovate.json* .mega-linter.yml netlify.toml vercel.json render.yaml fly.toml railway.json railway.toml
      nixpacks.toml amplify.yml .platform.app.yaml .platform/** .readthedocs.yaml .readthedocs.yml readthedocs.yml
      .dagger/** dagger.json gitlab-ci.yml gitlab-ci.yaml azure-pipelines/** atlantis.yaml atlantis.yml heroku.yml
      wrangler.toml wrangler.json wrangler.jsonc appspec.yml appspec.yaml release.config.* .releaserc*
      ci_scripts/** codefresh.yml codefresh.yaml codeship-steps.* codeship-services.* buddy.yml jenkins-x.yml railpack.json
      Procfile garnix.yaml Dangerfile dangerfile.*`,
  },
  {
    because: "which names programs that tools run",
    namesFiles: true,
    files: `.cargo .cargo/config .cargo/config.toml rust-toolchain rust-toolchain.toml .npmrc .yarnrc .yarnrc.yml .yarn/releases/**
      .yarn/plugins/** .pnpmfile.cjs .pnpmfile.mjs .bunfig.toml bunfig.toml .mvn/** .m2/settings.xml .m2/extensions.xml
      init.gradle init.gradle.kts .gradle/init.d/** ~/.gradle/gradle.properties .sbtopts .sbt/** .jvmopts .bazelrc
      .bazeliskrc .buckconfig .bundle/config .gemrc pip.conf pip.ini .pypirc .pydistutils.cfg ansible.cfg .ansible.cfg
      .ansible/** .terraformrc terraform.rc .terraform.d/** .docker/cli-plugins/** .lesskey .config/lesskey lesskey
      .lessfilter .config/bat/** .envrc .autoenv .autoenv.zsh mise.toml .mise.toml mise.*.toml .mise.*.toml .mise/**
      .config/mise/** .asdfrc .direnvrc .config/direnv/** .config/gh/config.yml .config/lazygit/**
      .direnv/** .venv/bin/** venv/bin/** .venv/Scripts/** venv/Scripts/** .venv/pyvenv.cfg venv/pyvenv.cfg .pnp.cjs
      .pnp.loader.mjs .yarn/sdks/** .uv/** uv.toml nuget.config .config/dotnet-tools.json .tool-versions mise/config.toml mise/conf.d/** hie.yaml gradle/wrapper/**
      tools/bazel pyvenv.cfg bin/activate bin/activate.* bin/activate_this.py`,
  },
  {
    because: "which an editor or a development container acts on by itself",
    namesFiles: true,
    files: `.vscode .vscode/settings.json .vscode/tasks.json .vscode/launch.json .vscode/mcp.json *.code-workspace .idea/**
      .devcontainer/** .devcontainer.json devcontainer.json .gitpod.yml .gitpod.Dockerfile .replit replit.nix .idx/** .zed/** .fleet/**
      .nova/** .vs/** *.sublime-project .dir-locals.el .dir-locals-2.el .exrc .nvimrc .nvim.lua .lvimrc .vimrc .vim/**
      .gvimrc .emacs .emacs.d/** .spacemacs .doom.d/** .config/nvim/** .config/vim/** .config/emacs/** .config/doom/**
      .config/helix/** .config/zed/** .config/Code/** .config/Cursor/** .config/VSCodium/** .config/micro/** .nanorc
      .helix/** .nvim/** .lapce/** .pulsar/** .atom/** .atom-build.* .theia/** .kakrc .local.vimrc .vimrc.local .vimspector.json
      .ycm_extra_conf.py .clangd .ccls .luarc.json .luarc.jsonc .neoconf.json .bsp/** .projectile .solargraph.yml
      .sublime-build *.sublime-build *.sublime-workspace .externalToolBuilders/** .vscode/cmake-kits.json
      .vscode/c_cpp_properties.json .vscode/extensions.json rust-analyzer.toml .rust-analyzer.toml rust-project.json
      .rust-project.json .gitpod.yaml .ddev/** .lando.yml devbox.json devenv.* devfile.yaml devfile.yml .config/kak/** .config/sublime-text/**
      .config/JetBrains/** .config/Windsurf/** .local/share/nvim/** .vscode-server/** .cursor-server/**
      ~/.vscode/extensions/** .local/share/code-server/** eslint-local-rules/** eslint-local-rules.*
      eslint-plugin-local/** eslint-plugin-local.*`,
  },
  {
    because: "which a program runs when it starts in its folder",
    namesFiles: true,
    files: `.gdbinit .lldbinit .irbrc .pryrc .Rprofile .octaverc .pdbrc .ghci .iex.exs .ocamlinit sitecustomize.py usercustomize.py
      sitecustomize*.so usercustomize*.so sitecustomize.pyc usercustomize.pyc`,
  },
  {
    because: "which a program runs when it starts",
    files: `.tmux.conf .tmux/** .config/tmux/** .screenrc .inputrc .config/fish/** .config/zsh/** .config/nushell/**
      .oh-my-zsh/** .zsh/** .bash_completion .bash_completion.d/** .bash_it/** .config/starship.toml .config/kitty/**
      .config/alacritty/** .config/wezterm/** .wezterm.lua .config/ghostty/** .config/i3/** .config/sway/**
      .config/hypr/** .config/waybar/** .config/autostart/** .config/systemd/** .config/environment.d/**
      .config/ranger/** .config/lf/** .config/mpv/** .config/git/** .config/pip/** .config/yarn/** .config/containers/**
      .ipython/** .jupyter/** .julia/config/** .Renviron .sbclrc .guile .valgrindrc
      .mongorc.js .mongoshrc.js .duckdbrc .muttrc .xbindkeysrc *.pth
      profile.ps1 *_profile.ps1 .ssh/config .ssh/rc .ssh/environment .ssh/authorized_keys .ssh/authorized_keys2
      .local/share/dbus-1/** .local/share/applications/** .local/share/systemd/** .local/share/gnome-shell/**
      /etc/profile /etc/profile.d/** /etc/cron.d/** /etc/crontab /etc/systemd/** /etc/udev/** /etc/xdg/autostart/**
      .byebugrc .rdbgrc .perldb .noderc .xonshrc .config/xonsh/** .elvish/** .config/elvish/** .config/powershell/**
      .bashrc.d/** .profile.d/** .config/bash/** .config/profile .aliases .logout .zsh_plugins.txt .zimrc .p10k.zsh
      .zpreztorc .antigenrc .config/sheldon/** .config/zellij/** .tmuxinator.yml .config/tmuxinator/** .tmuxp.yaml
      .config/jj/** .config/hg/** .subversion/config .tigrc .config/tig/** .config/gdb/** .config/vifm/** .config/yazi/**
      .newsboat/** .config/newsboat/** .config/neomutt/** .mutt/** .config/aerc/** .mbsyncrc .offlineimaprc .fetchmailrc
      .config/qutebrowser/** .config/yt-dlp/** .config/bspwm/** .config/sxhkd/** .config/awesome/** .config/openbox/**
      .config/qtile/** .xmonad/** .config/plasma-workspace/** .kde/Autostart/** .config/polybar/** .config/dunst/**
      .config/labwc/** .config/river/** .config/niri/** .config/rofi/** .config/wofi/** .config/foot/** .conkyrc
      .config/conky/** .config/xfce4/** .config/lxsession/** .config/autorandr/** .config/redshift/** .config/espanso/**
      .config/wireplumber/** .config/pulse/** .config/mimeapps.list .config/kglobalshortcutsrc .gnupg/gpg-agent.conf
      .config/nix/** .config/nixpkgs/** .config/home-manager/** .config/k9s/** .k9s/** .local/share/helm/** .config/pnpm/**
      .config/uv/** .config/pypoetry/** .cabal/config .stack/config.yaml .opam/config .R/Makevars ~/.node_modules/**
      ~/.node_libraries/** .local/lib/python*/site-packages/** .local/share/kio/** .config/broot/** .config/atuin/**
      .config/bash_completion .config/bash-completion/** .local/share/bash-completion/** .local/share/bash/**
      .local/share/zsh/** .zfunc/** .zfunctions/** .local/share/fish/config.fish .local/share/fish/vendor_conf.d/**
      .local/share/fish/vendor_functions.d/** .local/share/fish/vendor_completions.d/** .bash.d/** .zshrc.d/** .zsh.d/**
      .fzf.bash .fzf.zsh .shinit .config/shell/** .config/readline/** .config/xprofile .config/X11/** .gnomerc .xserverrc
      ~/.cargo/env ~/.cargo/env.* ~/.nvm/*.sh ~/.rvm/scripts/** .config/user-dirs.dirs .vnc/xstartup .pythonrc .pythonrc.py
      .pythonstartup.py .config/python/** .config/ipython/** .local/share/jupyter/** .config/jupyter/** .kde4/Autostart/** .config/environment
      .config/tmux.conf .config/npmrc .config/npm/npmrc .config/nano/** /etc/fish/** /usr/share/fish/** /usr/local/share/fish/**
      /etc/zprofile /etc/ksh.kshrc /etc/mkshrc /etc/tmux.conf /etc/screenrc /etc/vimrc /etc/nanorc /etc/xdg/nvim/** /etc/emacs/**
      /etc/bash_completion.d/** /usr/share/bash-completion/** /usr/local/share/bash-completion/** /usr/share/zsh/**
      /usr/local/share/zsh/** /usr/share/vim/** /usr/share/jupyter/** /usr/local/share/jupyter/** /etc/jupyter/**
      /etc/ipython/** /etc/R/** /etc/perl/** /etc/irbrc /etc/gdb/** /etc/npmrc /usr/etc/npmrc /usr/local/etc/npmrc
      ~/.local/etc/npmrc /etc/yarnrc /etc/gemrc /etc/cargo/** /etc/hg/** /etc/mercurial/** /etc/mailcap /etc/muttrc /etc/Muttrc.d/**`,
  },
];

/** Those whose files name other files that they run or take in. */
export const namingGroups = groups.filter(({ namesFiles }) => namesFiles);

/** Every name that git gives to a hook. A folder of hooks is called by many names, which all end in the same word. */
const gitHooks = `applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg
  post-commit pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive post-update
  reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman
  p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit post-index-change`;

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

/** The names of a list, each text with its variants, each module of python also as a package. */
export const namesIn = (list: string): string[] =>
  words(list).flatMap((name) => {
    if (/^[^*]*\.md$/.test(name)) return [name, name.replace(/\.md$/, ".*.md")];
    // To python a folder is the module of its name.
    return /^\w+\.py$/.test(name) ? [name, name.replace(/\.py$/, "/__init__.py")] : [name];
  });

/** Of tools and editors only whole files: their folders keep lists of what was opened as well. */
const homeFiles = groups.flatMap(({ because, files }) => {
  if (because === "which a program runs when it starts") return namesIn(files);
  return /tools run$|editor/.test(because) ? namesIn(files).filter((name) => !name.endsWith("/**")) : [];
});

/**
 * Files of a home that a shell, a desktop, an editor, a tool or a service manager takes up by itself, and folders of such
 * files. What they name is run as well. Folders of whole plugins name nothing of a project.
 */
export const startUpNames: readonly string[] = [
  ...homeFiles,
  ...words(`.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout
    .zsh_aliases .vimrc .xprofile .xinitrc .xsession .xsessionrc .npmrc .yarnrc .pam_environment .mailcap .forward
    .bash.d/** .zshrc.d/** .zsh.d/** Library/LaunchAgents/** .vim/** .config/vim/** .config/nvim/** .emacs.d/**
    .config/emacs/** .doom.d/** .config/doom/** .config/direnv/** .config/helix/** .config/kak/** .config/micro/** .gdbinit
    .lldbinit .pythonrc .pythonrc.py .pythonstartup.py .Rprofile .irbrc .pryrc .sqliterc .psqlrc .curlrc .wgetrc
    .aws/config .kube/config .docker/config.json .config/Code/User/settings.json .config/Code/User/tasks.json
    .config/Cursor/User/settings.json .config/VSCodium/User/settings.json .config/zed/settings.json
    .config/zed/tasks.json`),
].filter((name) => /^(?:\.|Library)/.test(name) && !/\*.*\/|[^/]\*/.test(name.replace(/\/\*\*$/, "")));

const oneOf = (list: string) => `{${words(list).join(",")}}`;

const reasons: readonly { because: string; pattern: RegExp }[] = [
  ...groups.map(({ because, files }) => ({ because, pattern: anyOf(namesIn(files)) })),
  {
    because: "which git runs by itself",
    pattern: anyOf([`*hooks/${oneOf(gitHooks)}`, `*hooks/${oneOf(gitHooks)}.*`]),
  },
  {
    because: "which would run in the place of the program of that name",
    pattern: anyOf(words(programFolders).map((folder) => `${folder}/${oneOf(everydayPrograms)}`)),
  },
];

/** Hidden names in a project that only say what is left out, or how text is laid out. */
const plainHidden = new RegExp(
  `^\\.(?:${words(`gitignore gitkeep keep dockerignore npmignore prettierignore eslintignore stylelintignore gcloudignore
    helmignore vercelignore ignore rgignore editorconfig nojekyll mailmap env\\.example env\\.sample env\\.template`).join(
    "|",
  )})$`,
);

/** Texts and styles in hidden folders whose other files say what a tool runs. */
const plainBelowHidden = anyOf(
  words(
    `.changeset/*.md .storybook/*.{css,scss,md,mdx} .vitepress/**.{css,scss,less,md,svg} .vuepress/**.{css,scss,less,styl,md,svg}`,
  ),
);

/**
 * Names that a tool may act on by itself, or that are put in a place where one does: less certain than the list above,
 * since other files are called the same.
 */
const likelyNames =
  namesIn(`CODEOWNERS pixi.toml app.json firebase.json llms.txt llms-full.txt best_practices.md RULES.md INSTRUCTIONS.md PROMPT.md AI.md
    CONTEXT.md commands/*.md agents/*.md skills/*.md prompts/*.md rules/*.md rules/*.mdc plugin.json mcp*.json
    *mcp_settings.json ci/*.yml ci/*.yaml pipelines/*.yml pipelines/*.yaml *pipeline.yml *pipeline.yaml workflows/*.yml
    workflows/*.yaml workflow.yml action.yml action.yaml jenkins/** vars/*.groovy concourse/** dependabot.yml skaffold.yaml
    Tiltfile spacelift.yml *git*hooks/** crontab cron.d/** *.service *.timer *.desktop autostart/** LaunchAgents/** gradlew
    gradlew.bat mvnw mvnw.cmd gradle.properties Directory.*.props Directory.*.targets global.json flake.nix shell.nix
    default.nix setup.cfg tox.ini pylintrc mypy.ini pytest.ini noxfile.py fabfile.py latexmkrc
    vite.config.* vitest.config.* jest.config.* babel.config.* webpack.config.* rollup.config.* postcss.config.* next.config.*
    nuxt.config.* astro.config.* playwright.config.* cypress.config.* karma.conf.* eslint.config.* prettier.config.* stylelint.config.* tailwind.config.* svelte.config.*
    node_modules/** site-packages/** dist-packages/** *compose.override.yml *compose.override.yaml TOOLS.md IDENTITY.md MEMORY.md BOOT.md BOOTSTRAP.md CMakePresets.json CMakeUserPresets.json *.iml nbproject/** *.xcworkspace/** Session.vim exrc vimrc _vimrc
    gvimrc bashrc zshrc zshenv bash_profile inputrc gitconfig tmux.conf config.fish sshrc authorized_keys ssh/config`);
const likelySettings = anyOf(likelyNames);

/** Every name of both lists, in which `*` stands for any text within a folder and `**` at the end for all below. */
export const actingFileNames: readonly string[] = [
  ...groups.flatMap(({ files }) => namesIn(files)),
  ...words(gitHooks).flatMap((hook) => [`*hooks/${hook}`, `*hooks/${hook}.*`]),
  ...words(programFolders).map((folder) => `${folder}/*`),
  ...likelyNames,
];

/**
 * Whether a path in a project is probably how a tool is set up: it goes through a hidden name, as nearly all settings do,
 * or has a name that tools know. The list of files that act cannot know all tools, so a mode that accepts edits does
 * not cover these.
 */
export function isToolSetting(path: string): boolean {
  const isHidden = path.split("/").some((part) => part.startsWith(".") && !plainHidden.test(part));
  return (isHidden && !plainBelowHidden.test(path)) || likelySettings.test(path);
}

/**
 * Build files and manifests: an open editor runs many of them by itself (a language server, a test view), and tools that a
 * person allowed for longer take plugins from them. A rule of a person may cover them, a mode that accepts edits does not.
 */
const buildFiles = anyOf(
  namesIn(`package.json pyproject.toml setup.py conftest.py build.gradle build.gradle.kts settings.gradle settings.gradle.kts
    pom.xml build.sbt CMakeLists.txt *.cmake Makefile GNUmakefile build.rs Cargo.toml Gemfile *.gemspec Rakefile Guardfile
    mix.exs Package.swift nx.json project.json build.zig project.clj Setup.hs deno.json tsconfig*.json jsconfig.json
    go.mod go.work requirements*.txt *.config.{js,ts,mjs,cjs,mts,cts,exs} *.conf.js gulpfile.* Gruntfile.* Jakefile* config.exs
    runtime.exs compose*.y* *docker-compose*.y* omnisharp.json pylintrc* nodemon.json llm*.txt package.yaml pubspec.yaml
    *.tf.json *.tfvars.json Pulumi*.yaml serverless.y* cdk.json Taskfile*.y* taskfiles/*.y* build.xml phpunit*.xml psalm*.xml phpcs*.xml
    rubocop*.yml conanfile.py xmake.lua angular.json workspace.json turbo.json rush.json lerna.json deno.jsonc libs.versions.toml
    stack.yaml dbt_project.yml gunicorn.conf.py celeryconfig.py ember-cli-build.js mkdocs.yml docs/conf.py tslint.json biome.json
    pm2.json ecosystem.json roles/*.y* playbooks/*.y* ansible/*.y*`),
);

/** Endings of sources and of texts for people. A text that a tool acts on by itself has another one, or is on a list above. */
const plainFiles = anyOf(
  namesIn(`*.{md,mdx,markdown,rst,adoc,txt,tex,csv,tsv,ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte,astro,py,pyi,rb,go,rs,c,h,cc,cpp,cxx}
    *.{hpp,hh,java,kt,scala,swift,m,mm,cs,fs,vb,php,ex,exs,erl,hrl,clj,cljs,cljc,hs,ml,mli,lua,r,jl,dart,zig,nim,sql,graphql,proto}
    *.{html,htm,css,scss,sass,less,svg,sh,bash,zsh,fish,ps1,pl,pm,jinja,j2,hbs,ejs,tmpl,erb,snap,po,diff,patch}
    LICENSE README CHANGELOG AUTHORS CONTRIBUTORS NOTICE TODO VERSION COPYING .gitignore .gitkeep .editorconfig .env.example`),
);
/** Data of a project stands in its folders; beside its sources it is mostly how a tool is set up. */
const dataFiles = /\/[^/]*\.(?:json|jsonc|json5|ya?ml|toml|xml|ini|properties)$/i;

/** Whether nothing is known to obey this file of a project. That is enough where a person allowed it by a rule. */
export const isOrdinary = (path: string): boolean => !isToolSetting(path) && !buildFiles.test(path);

/** Whether a mode that accepts edits covers a change of this file of a project: a closed list of what nothing obeys. */
export const isEditedFreely = (path: string): boolean =>
  isOrdinary(path) && (plainFiles.test(path) || dataFiles.test(path));

/** Why a change of this file acts without anyone running the project, as the end of a sentence; null where it does not. */
export function actsUnattended(path: string): string | null {
  return reasons.find(({ pattern }) => pattern.test(path))?.because ?? null;
}
