/** The part of `zshScript` that says what the command words of a line are, and keeps a person's own out of it. */
export const zshOwnNames = String.raw`# No alias is expanded in the line, and no preexec of the person sees it. Told are its words that are functions, and what
# else zsh runs beside them.
__ct_tell_names() {
  builtin unsetopt localoptions
  __ct_find_names "$2"
  if [[ -z $__ct_usual_line ]]; then
    __ct_usual_line=on
    [[ -o aliases ]] && { builtin unsetopt aliases; __ct_usual_line=aliases }
    if __ct_readonly preexec_functions; then
      __ct_names+=" preexec:hook:"
    else
      __ct_preexec=("\${preexec_functions[@]}")
      preexec_functions=(__ct_begin)
      builtin typeset -f -- preexec && { builtin disable -f preexec; __ct_usual_line+=" preexec" }
    fi
  fi
  __ct_mark "F;$1;$__ct_names"
}
__ct_find_names() {
  builtin emulate -L zsh
  local word traps
  __ct_names=
  for word in \${=1}; do
    builtin typeset -f -- "$word" && __ct_names+=" \${word}:function:"
    [[ $word == (cd|chdir|pushd|popd) ]] && __ct_follows_folder && __ct_names+=" \${word}:hook:"
  done
  # Only to look takes a process, so where nothing can have set one since the last look it is not done again.
  [[ -n $__ct_calm ]] && builtin return
  traps=$(builtin trap)
  __ct_calm=yes
  [[ $traps == (*' '(DEBUG|ZERR|ERR)(|$'\n'*)|*TRAP(DEBUG|ZERR|ERR)' '*) ]] && { __ct_calm=; __ct_names+=" trap:hook:" }
}
__ct_follows_folder() { builtin typeset -f -- chpwd || (($#chpwd_functions)) }
__ct_spell_names() {
  local word
  __ct_names=
  for word in \${=2}; do
    [[ -o aliases && -n \${aliases[$word]+set} ]] && __ct_names+=" \${word}:alias:$(__ct_spell "\${aliases[$word]}")"
    builtin typeset -f -- "$word" && __ct_names+=" \${word}:function:$(__ct_spell "$(builtin typeset -f -- "$word")")"
    [[ $word == (cd|chdir|pushd|popd) ]] && __ct_follows_folder && __ct_names+=" \${word}:hook:$(__ct_spell "chpwd $chpwd_functions")"
  done
  __ct_mark "F;$1;$__ct_names"
}
__ct_spell() { builtin printf '%s\0' "\${1[1,2000]}" | "$__ct_64" | "$__ct_tr" -d '\n' }
__ct_own_again() {
  [[ $__ct_usual_line == aliases* ]] && builtin setopt aliases
  [[ $__ct_usual_line == *preexec ]] && builtin enable -f preexec
  # Hooks that were added meanwhile stay.
  __ct_readonly preexec_functions || preexec_functions=("\${__ct_preexec[@]}" "\${(@)preexec_functions:|__ct_preexec}")
  __ct_usual_line= __ct_preexec=()
  { builtin typeset -f -- precmd || builtin typeset -f -- periodic } >/dev/null && __ct_calm=
  [[ -n "\${precmd_functions:#__ct_*}$periodic_functions" ]] && __ct_calm=
  builtin return 0
}
`;
