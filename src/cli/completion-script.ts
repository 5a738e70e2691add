import { assertNever } from "../base/index.ts";

/** What a shell is given once. What can be completed is asked of `program` each time, so it is never out of date. */
export function completionScript(shell: "bash" | "zsh" | "fish", program: string): string {
  switch (shell) {
    case "bash":
      return `_cotty() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("\${line%%$'\\t'*}"); done < <(
    ${program} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null
  )
}
complete -o default -F _cotty cotty
`;
    case "zsh":
      return `#compdef cotty
_cotty() {
  local -a found words_found
  found=("\${(@f)$(${program} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=("\${(@)found:#}")
  (( $#found )) || { _files; return }
  words_found=("\${(@)found%%$'\\t'*}")
  found=("\${(@)found/$'\\t'/  }")
  compadd -l -d found -a words_found
}
if [[ $funcstack[1] == _cotty ]]; then _cotty "$@"; else compdef _cotty cotty; fi
`;
    case "fish":
      return `function __cotty_complete
  set -l words (commandline -opc) (commandline -ct)
  ${program} complete -- $words[2..] 2>/dev/null
end
complete -c cotty -f -a '(__cotty_complete)'
`;
    default:
      return assertNever(shell);
  }
}
