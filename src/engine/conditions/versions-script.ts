/**
 * Whether every version that a file names is there, as a function of the condition script, for the managers of versions
 * that would otherwise fetch it and run it: mise and tfenv do, asdf, rbenv and pyenv only complain.
 */
export const versionFunctions = `
installed() {
  case \${1##*/} in
    .tool-versions | *mise*.toml)
      root=\${MISE_DATA_DIR:-\${XDG_DATA_HOME:-$HOME/.local/share}/mise}
      if [ ! -d "$root" ]; then return 0; fi
      named=$(awk '{ sub(/#.*/, ""); gsub(/["=\\047]/, " "); tool = $1; if (tool == "nodejs") tool = "node"; if (tool == "golang") tool = "go"
        for (i = 2; i <= NF; i++) if ($i != "system") print "installs/" tool "/" $i }' "$1") || return 1 ;;
    .terraform-version)
      root=$HOME/.tfenv
      if [ ! -d "$root" ] && ! command -v tfenv >/dev/null 2>&1; then return 0; fi
      named=$(awk '{ sub(/#.*/, ""); if (NF > 0) print "versions/" $1 }' "$1") || return 1 ;;
    *) return 0 ;;
  esac
  printf '%s\\n' "$named" | while read -r each; do
    if [ -n "$each" ] && [ ! -e "$root/$each" ]; then exit 1; fi
  done
}`;
