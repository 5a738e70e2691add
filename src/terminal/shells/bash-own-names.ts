import { namesDigit, usualDigit } from "./challenges.ts";

/**
 * In the key itself, behind the challenge: inside a function bash hides these traps. They see every command of a line, so
 * for a line that means what it usually does they are put aside. Only to look takes a process, so where nothing can have
 * set one since the last look it is not done again.
 */
export const calmly =
  '[[ -z $__ct_stirred ]] || { __ct_traps=$("$__ct_do" trap -p DEBUG ERR); ' +
  '[[ -z $__ct_traps ]] || "$__ct_do" trap - DEBUG ERR; };';

const reservedWords =
  "if then elif else fi for in do done while until case esac select function time coproc '{' '}' '!' '[[' ']]'";

/** The part of `bashScript` that says what the command words of a line are, and keeps a person's own out of it. */
export const bashOwnNames = String.raw`__ct_challenge() {
  IFS= "$__ct_do" read -rs -N @DIGITS@ __ct_digits
  __ct_stirred=
  if [[ $__ct_digits == [${namesDigit}-9]* ]]; then
    # Without all of them nothing is answered.
    IFS=" " "$__ct_do" read -rs -d $'\036' -a __ct_asked || __ct_digits=
    if [[ $__ct_digits == [${usualDigit}-9]* && -z $__ct_traps && ( $1 || -z $__ct_calm ) ]]; then __ct_stirred=1; fi
  fi
}
__ct_tell_names() {
  __ct_names=
  if [[ $__ct_digits == ${namesDigit}* ]]; then
    __ct_spell_names
  else
    for __ct_name in "\${__ct_asked[@]}"; do
      if "$__ct_do" declare -F -- "$__ct_name"; then __ct_names+=" $__ct_name:function:"; fi
    done
    __ct_usual_line=on
    # One by one: bash puts expand_aliases back behind a key. An alias may also stand for a reserved word.
    for __ct_name in "\${__ct_asked[@]}" ${reservedWords}; do
      if "$__ct_do" alias -- "$__ct_name"; then
        __ct_aliased+=("$__ct_name" "\${BASH_ALIASES[$__ct_name]}")
        "$__ct_do" unalias -- "$__ct_name"
      fi
    done
  fi
  __ct_mark "F;$__ct_digits;$__ct_names"
}
__ct_spell_names() {
  for __ct_name in "\${__ct_asked[@]}"; do
    if "$__ct_do" shopt -q expand_aliases && [[ \${BASH_ALIASES[$__ct_name]+set} ]]; then
      __ct_text=\${BASH_ALIASES[$__ct_name]}
      __ct_names+=" $__ct_name:alias:$(__ct_spell)"
    fi
    if __ct_text=$("$__ct_do" declare -f -- "$__ct_name"); then __ct_names+=" $__ct_name:function:$(__ct_spell)"; fi
  done
}
__ct_spell() { "$__ct_do" printf '%s\0' "\${__ct_text:0:2000}" | "$__ct_64" | "$__ct_tr" -d '\n'; }
__ct_own_again() {
  while [[ \${__ct_aliased-} ]]; do
    BASH_ALIASES["\${__ct_aliased[0]}"]=\${__ct_aliased[1]}
    __ct_aliased=("\${__ct_aliased[@]:2}")
  done
  # Commands of others may set one before the next prompt, and so may whatever else has run.
  if [[ $__ct_usual_line && -z $__ct_user$__ct_keyed$__ct_traps ]]; then __ct_calm=1; else __ct_calm=; fi
  __ct_usual_line=
  if [[ $__ct_traps ]]; then
    __ct_text=$__ct_traps __ct_traps=
    "$__ct_do" eval "$__ct_text"
  fi
}
`;
