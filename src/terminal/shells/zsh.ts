import { inQuotes } from "../../base/index.ts";
import { gitLooks } from "../../protocol/index.ts";
import { systemFolders } from "../system/look-path.ts";
import { looksDigit, namesDigit, usualDigit } from "./challenges.ts";
import { longestSearchPath } from "./mark-scanner.ts";
import { zshUnusual } from "./usual-options.ts";
import { zshOwnNames } from "./zsh-own-names.ts";

/**
 * What is evaluated inside zsh, once per shell. It adds to precmd_functions, preexec_functions and
 * zshaddhistory_functions, wraps the prompts, and binds private keys. zsh prints its "no newline at the end" filler
 * before precmd, so X in PROMPT_EOL_MARK says where the output really ended. SHLVL in A, C and 2 tells a nested zsh with
 * inherited prompts apart. W answers the ask key: zle itself knows whether it reads for the prompt or for a command.
 *
 * Builtins are called as such, because users have functions of any name; the other words here are reserved ones.
 */
const definitions = String.raw`
typeset -g __ct_nonce=@NONCE@ __ct_line= __ct_point=0 __ct_pwd= __ct_said= __ct_here= __ct_pasted= __ct_programs=
typeset -g __ct_looks="${gitLooks}"
# The folder of a project may be in front of the system's on the PATH.
__ct_find() {
  for __ct_found in ${systemFolders.join(" ")}; do
    __ct_found=$__ct_found/$1
    [[ -x $__ct_found ]] && builtin return
  done
  __ct_found=$(builtin whence -p "$1")
  [[ $__ct_found == /* ]] || __ct_found=
}
__ct_find base64; typeset -g __ct_64=$__ct_found
__ct_find tr; typeset -g __ct_tr=$__ct_found
typeset -gi __ct_seq=0
typeset -ga __ct_words __ct_endings __ct_editing __ct_preexec
: "\${__ct_hidden=}" "\${__ct_lent=}" "\${__ct_options=}" "\${__ct_usual_line=}" "\${__ct_calm=}" "\${__ct_a=}" "\${__ct_b=}" "\${__ct_2=}" "\${__ct_x=}"
__ct_mark() { builtin printf '\e]7711;%s;%s\a' "$__ct_nonce" "$1" >/dev/tty }
__ct_where() {
  __ct_pwd=$PWD
  [[ $__ct_pwd -ef . ]] || __ct_pwd=$(builtin pwd -P)
  case $__ct_pwd in
    *[[:cntrl:]]*) __ct_pwd=b:$(builtin printf '%s\0' "$__ct_pwd" | "$__ct_64" | "$__ct_tr" -d '\n') ;;
    *) __ct_pwd=r:$__ct_pwd ;;
  esac
}
__ct_tell() {
  builtin emulate -L zsh
  local text=r:\${PATH-}
  __ct_programs=\${PATH-}
  [[ \${#text} -le ${longestSearchPath} && $text != *[[:cntrl:]]* ]] || text=
  __ct_mark "V;$__ct_seq;$text;$SHLVL"
}
__ct_lend() {
  [[ "\${(P)1-}" == "$2" && ( -z "$2" || "\${(Pt)1-}" == *export* ) ]] && builtin return
  __ct_lent="$__ct_lent $1"
  typeset -g "__ct_value_$1=\${(P)1-}" "__ct_had_$1=\${(Pt)1-}"
  builtin export "$1=$2"
}
__ct_return() {
  builtin unsetopt localoptions
  local name value had
  for name in PAGER GIT_PAGER DEBIAN_FRONTEND CDPATH GIT_CONFIG_PARAMETERS; do
    [[ " $__ct_lent " == *" $name "* ]] || builtin continue
    [[ "$name:\${(P)name-}" == (*PAGER:cat|DEBIAN_FRONTEND:noninteractive|CDPATH:|GIT_CONFIG_PARAMETERS:*"$__ct_looks") ]] || builtin continue
    value=__ct_value_$name had=__ct_had_$name
    if [[ -z "\${(P)had}" ]]; then builtin unset "$name"
    elif [[ "\${(P)had}" == *export* ]]; then builtin export "$name=\${(P)value}"
    else typeset -g +x "$name=\${(P)value}"
    fi
  done
  __ct_lent=
  [[ -n $__ct_hidden ]] && { __ct_hidden=; builtin fc -P }
  ((\${#__ct_words})) && builtin enable -a -- "\${__ct_words[@]}"
  ((\${#__ct_endings})) && builtin enable -s -- "\${__ct_endings[@]}"
  __ct_words=() __ct_endings=()
  for name in "\${__ct_editing[@]}"; do builtin zle -A "__ct_own_$name" "$name"; builtin zle -D "__ct_own_$name"; done
  __ct_editing=()
  if [[ -n $__ct_usual_line ]]; then __ct_own_again; else __ct_calm=; fi
  [[ -n $__ct_options ]] || builtin return 0
  [[ $__ct_options == *" banghist "* ]] && builtin setopt banghist
  [[ $__ct_options == *" nocomments "* ]] && builtin unsetopt interactivecomments
  for name in ${zshUnusual.join(" ")}; do
    [[ $__ct_options == *" $name "* ]] && builtin setopt "$name"
  done
  __ct_options=
}
# Behind what the person has told git there: the last word holds.
__ct_lend_looks() {
  if __ct_readonly GIT_CONFIG_PARAMETERS; then
    __ct_here=no
  elif [[ " $__ct_lent " != *" GIT_CONFIG_PARAMETERS "* ]]; then
    __ct_lend GIT_CONFIG_PARAMETERS "\${GIT_CONFIG_PARAMETERS:+$GIT_CONFIG_PARAMETERS }$__ct_looks"
  fi
}
${zshOwnNames}# The line editor reads for a command or a key of the user's (vared, select, recursive-edit), not for the prompt.
__ct_asks() { [[ $CONTEXT != start || \${ZLE_RECURSIVE-0} != 0 ]] }
__ct_prepare() {
  local __ct_status=$?
  {
    # It would take back at the end of each function what was done to options there; zsh itself gives this one back.
    builtin unsetopt localoptions
    # Random digits that were typed behind the key: R brings them back, so it is no mark of before.
    local digits length names
    builtin read -k @DIGITS@ digits
    if [[ $digits == [${namesDigit}-9]* ]]; then
      builtin read -k 4 length
      ((length == 1000)) || builtin read -k $((length - 1000)) names
    fi
    [[ -n $PREBUFFER ]] && builtin return
    if __ct_asks; then
      __ct_here=no
      __ct_mark "R;$__ct_seq;$digits;$__ct_status;busy;;0"
      builtin return
    fi
    __ct_line=$BUFFER __ct_point=$CURSOR BUFFER= __ct_pasted=
    # Whoever asks may be about to trust the keys again: they and the hooks are made sure of first.
    __ct_keys
    __ct_hook
    __ct_options=
    [[ -o banghist ]] && { builtin unsetopt banghist; __ct_options=" banghist " }
    [[ -o interactivecomments ]] || { builtin setopt interactivecomments; __ct_options+=" nocomments " }
    # A command means what zsh makes of it by default: it was judged by that.
    local name
    for name in ${zshUnusual.join(" ")}; do
      [[ -o $name ]] && { builtin unsetopt "$name"; __ct_options+=" $name " }
    done
    # Neither may a word of it stand for other text, wherever it stands or however it ends.
    __ct_words+=("\${(@k)galiases}") __ct_endings+=("\${(@k)saliases}")
    ((\${#__ct_words})) && builtin disable -a -- "\${__ct_words[@]}"
    ((\${#__ct_endings})) && builtin disable -s -- "\${__ct_endings[@]}"
    # Nor may a hook of the line editor put another line in its place when it is accepted.
    for name in zle-line-finish zle-line-pre-redraw; do
      builtin zle -A $name __ct_own_$name && builtin zle -D $name && __ct_editing+=($name)
    done
    __ct_lend PAGER cat
    __ct_lend GIT_PAGER cat
    __ct_lend DEBIAN_FRONTEND noninteractive
    # Where a cd leads is judged by what stands there.
    __ct_lend CDPATH ""
    __ct_where
    __ct_here=yes
    [[ $__ct_pwd == "$__ct_said" ]] || __ct_here=no
    __ct_said=$__ct_pwd
    [[ $digits == ${looksDigit}* ]] && __ct_lend_looks
    [[ $digits == ${namesDigit}* ]] && __ct_spell_names $digits "$names"
    [[ $digits == [${usualDigit}-9]* ]] && __ct_tell_names $digits "$names"
    [[ \${PATH-} == "$__ct_programs" ]] || __ct_tell
    __ct_mark "R;$__ct_seq;$digits;$__ct_status;$__ct_here;$__ct_pwd;\${#__ct_line}"
  } >/dev/null 2>&1
}
__ct_give_back() {
  { builtin unsetopt localoptions; __ct_return } >/dev/null 2>&1
  BUFFER=$__ct_line CURSOR=$__ct_point __ct_line=
}
__ct_paste() {
  if __ct_asks; then builtin zle .bracketed-paste __ct_void; else builtin zle .bracketed-paste; __ct_pasted=yes; fi
}
# Only what was prepared and pasted is run: without one of our keys the line is not the one that was meant. zle's own
# accept-line, because one of the user's may run something else or nothing.
__ct_run() {
  if [[ $__ct_here$__ct_pasted == yesyes ]]; then __ct_hide; builtin zle .accept-line; elif ! __ct_asks; then BUFFER=; fi
  __ct_here=no
}
# The line goes to a list of its own, which is gone with the next prompt; zsh would show a line that it does not save
# until there is another one.
__ct_hide() {
  [[ @HISTORY@ == hide && -z $__ct_hidden ]] || builtin return 0
  { builtin fc -p && __ct_hidden=yes } >/dev/null 2>&1
}
__ct_ask() {
  local __ct_status=$? place=command
  {
    [[ $CONTEXT == start ]] && place=prompt
    __ct_where
    __ct_mark "W;$__ct_seq;$__ct_status;$place;$__ct_pwd"
  } >/dev/null 2>&1
}
# The whole of a hook is in the group: its own lines would be traced as well (set -x).
__ct_first() {
  {
    local __ct_status=\${1-$?}
    builtin unsetopt localoptions
    [[ \${PATH-} == "$__ct_programs" ]] || __ct_tell
    ((__ct_seq += 1))
    __ct_return
    __ct_where
    __ct_said=$__ct_pwd
    __ct_mark "D;$__ct_seq;$__ct_status;$__ct_pwd"
    [[ -o errexit ]] && builtin return 0
    builtin return $__ct_status
  } >/dev/null 2>&1
}
__ct_last() {
  {
    local __ct_status=$? __ct_errexit=$options[errexit]
    # The user's own hooks may have changed it.
    [[ \${PATH-} == "$__ct_programs" ]] || __ct_tell
    builtin emulate -L zsh
    local mark=$'\e]7711;'"$__ct_nonce;" text
    local one=\${PS1-} two=\${PS2-} filler=\${PROMPT_EOL_MARK-%B%S%#%s%b}
    for text in "$__ct_a" "$__ct_b" "$__ct_2" "$__ct_x"; do
      [[ -n $text ]] || builtin continue
      one=\${one//"$text"/} two=\${two//"$text"/} filler=\${filler//"$text"/}
    done
    __ct_a="%{$mark""A;$__ct_seq;;%?;%L"$'\a%}'
    __ct_b="%{$mark""B;$__ct_seq;%L"$'\a%}'
    __ct_2="%{$mark""2;$__ct_seq;%L"$'\a%}'
    __ct_x="%{$mark""X;$__ct_seq"$'\a%}'
    __ct_readonly PS2 PROMPT2 || PS2=$__ct_2$two
    __ct_readonly PROMPT_EOL_MARK || PROMPT_EOL_MARK=$__ct_x$filler
    if __ct_readonly PS1 PROMPT prompt; then
      # In its place, and right before it.
      __ct_mark "A;$__ct_seq;;$__ct_status;$SHLVL"
      __ct_mark "B;$__ct_seq;$SHLVL"
    else
      PS1=$__ct_a$one$__ct_b
    fi
    [[ $__ct_errexit == on ]] && builtin return 0
    builtin return $__ct_status
  } >/dev/null 2>&1
}
__ct_begin() {
  {
    builtin emulate -L zsh
    local text=\${1[1,2000]}
    text=\${text//\%/%25}
    text=\${text//$'\n'/%0A}
    __ct_mark "C;$__ct_seq;$SHLVL;\${text//[[:cntrl:]]/ }"
  } >/dev/null 2>&1
}
__ct_keys() {
  local map
  for map in __ct_prepare __ct_give_back __ct_paste __ct_run __ct_ask; do builtin zle -N $map; done
  for map in emacs viins vicmd main; do
    builtin bindkey -M $map '\e[7711~' __ct_prepare '\e[7712~' __ct_paste '\e[7713~' __ct_give_back
    builtin bindkey -M $map '\e[7718~' __ct_run '\e[771~' __ct_ask
  done
}
# To give a readonly variable a value ends everything that runs.
__ct_readonly() {
  local name
  for name in "$@"; do [[ \${(Pt)name} == *readonly* ]] && builtin return 0; done
  builtin return 1
}
# A list that is readonly leaves the function of that name, which zsh calls before the list.
__ct_hook() {
  builtin emulate -L zsh
  if __ct_readonly precmd_functions; then
    __ct_take_over precmd '{ __ct_first $? } >/dev/null 2>&1;' '{ __ct_last } >/dev/null 2>&1'
  else
    typeset -ga precmd_functions
    precmd_functions=(__ct_first \${precmd_functions:#__ct_*} __ct_last)
  fi
  if __ct_readonly preexec_functions; then
    __ct_take_over preexec "" '{ __ct_begin "$@" } >/dev/null 2>&1'
  else
    typeset -ga preexec_functions
    preexec_functions=(\${preexec_functions:#__ct_*} __ct_begin)
  fi
  if __ct_readonly zshaddhistory_functions; then
    __ct_take_over zshaddhistory '{ __ct_remember "$@" } >/dev/null 2>&1 || builtin return 1;' ""
  else
    typeset -ga zshaddhistory_functions
    zshaddhistory_functions=(__ct_remember \${zshaddhistory_functions:#__ct_*})
  fi
}
# The user's own function of that name goes on under another one. Nothing else stands in it that "set -x" could show.
__ct_take_over() {
  local own=
  if (($+functions[$1])) && [[ $functions[$1] != *__ct_* ]]; then functions[__ct_own_$1]=$functions[$1]; fi
  if (($+functions[__ct_own_$1])); then own="__ct_own_$1 \"\$@\";"; fi
  functions[$1]="$2 $own $3"
}
__ct_remember() { { [[ $1 != *__ct_i=* ]] } 2>/dev/null }
# The line that loaded this is in the list already, and zsh can forget no line of it. It can read the list anew, though,
# where that is nothing but the file: at the start, unless each line is written there at once. The list of before must
# not be written in the end.
__ct_forget() {
  [[ -n \${__ct_forgot-} || -o histignorespace || -o sharehistory || -o incappendhistory || -o incappendhistorytime ]] &&
    builtin return
  builtin emulate -L zsh
  typeset -g __ct_forgot=1
  local save=$SAVEHIST size=$HISTSIZE file=\${HISTFILE-} lines=\${#history}
  [[ -n $file || $lines == 0 ]] || builtin return
  SAVEHIST=0
  builtin fc -p "$file" $size $save
  [[ -n $file ]] || builtin unset HISTFILE
  # Neither count has the newest line in it: before that is ours, now it is the last of the file.
  ((\${#history} == (lines > 0 ? lines - 1 : 0))) || { builtin fc -P; SAVEHIST=$save }
}
{ __ct_keys; __ct_return; __ct_hook; __ct_forget } >/dev/null 2>&1
[[ $__ct_aliases == yes ]] && builtin setopt aliases
__ct_mark "S;zsh;$SHLVL;$$"
{ __ct_tell } >/dev/null 2>&1
`.replaceAll("\\${", "${");

/**
 * zsh expands aliases when it reads a text, and it reads a text as a whole: so they are switched off before it reads
 * ours. Where `builtin` is a function of the user's, nothing is defined, and nothing answers.
 */
export const zshScript = String.raw`
typeset -g __ct_aliases=no __ct_do=no
[[ -o aliases ]] && __ct_aliases=yes
\builtin typeset -g __ct_do=yes
if [[ $__ct_do == yes ]]; then
\builtin unsetopt aliases
\builtin eval ${inQuotes(definitions)}
fi
`;
