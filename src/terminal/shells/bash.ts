import { gitLooks } from "../../protocol/index.ts";
import { systemFolders } from "../system/look-path.ts";
import { bashOwnNames, calmly } from "./bash-own-names.ts";
import { bashWithoutHooks } from "./bash-without-hooks.ts";
import { looksDigit, namesDigit, usualDigit } from "./challenges.ts";
import { longestSearchPath } from "./mark-scanner.ts";
import { bashSetUsuallyOff, bashSetUsuallyOn, bashUsuallyOff, bashUsuallyOn } from "./usual-options.ts";

/**
 * What is evaluated inside bash (4.4 or newer), once per shell. It touches nothing of the user's besides the prompt
 * strings and PROMPT_COMMAND, which it only adds to, and private keys.
 *
 * Marks go to the terminal itself, so `exec >file` does not lose them. The hooks run inside a group without output:
 * neither `set -x` nor a talkative DEBUG trap of the user can put our own doings into a command's output.
 * - D: first in PROMPT_COMMAND: a command has ended. A … B: around the prompt. C: from PS0, output begins. 2: PS2.
 * - R: answers the prepare key and the quick key, with the random digits that were typed behind the key: so it is no
 *   mark of before, and none that anybody printed. The half-typed line is kept in the shell, and the give-back key
 *   restores it. When the shell is not where it last said it was, R says so and the run key throws the line away instead
 *   of running it.
 * - V: the PATH, at the beginning, before the D of a command that changed it, and where it is another one when the
 *   user's own prompt commands have run, or when the prepare or the quick key comes.
 * - U: the command did not come whole, and nothing is run.
 * - W: answers the ask key: whether the line editor reads for the prompt or for a command (`read -e`). HISTCMD counts
 *   the running command, \! does not (seen in 5.2; an older bash says that it does not know).
 * What runs for every command is short, calls no other function unless something has changed, and starts no process:
 * bash copies a function's whole body before it runs it, so what is rarely needed is kept out of it.
 * - K: the same as D where PROMPT_COMMAND is readonly, from the prompt or from a key (see __ct_late). N: which hooks it
 *   has to do without.
 * A, C and K carry the process id, so a nested bash that inherited exported prompts cannot speak for this one.
 * Every builtin is called through $__ct_do, because users have functions of any name, and there is no `local` and no
 * word that a function could stand in for. Where both `builtin` and `command` are functions that do something else,
 * nothing is defined, and nothing answers.
 */
export const bashScript = String.raw`
__ct_do=
{ \builtin printf -v __ct_do %s builtin; } >/dev/null 2>&1
[[ $__ct_do == builtin ]] || { __ct_do=; \command printf -v __ct_do %s command; } >/dev/null 2>&1
__ct_aliases=0; "$__ct_do" shopt -q expand_aliases && __ct_aliases=1; "$__ct_do" shopt -u expand_aliases
if [[ $__ct_do == builtin || $__ct_do == command ]]; then
__ct_seq=0 __ct_status=0 __ct_line= __ct_point=0 __ct_bang= __ct_moved= __ct_path= __ct_pwd= __ct_programs= __ct_usual= __ct_number='\!'
__ct_looks="${gitLooks}"
# The folder of a project may be in front of the system's on the PATH.
__ct_find() {
  for __ct_text in ${systemFolders.join(" ")}; do
    __ct_text=$__ct_text/$1
    [[ -x $__ct_text ]] && "$__ct_do" return
  done
  __ct_text=$("$__ct_do" type -P "$1")
  [[ $__ct_text == /* ]] || __ct_text=
}
__ct_find base64; __ct_64=$__ct_text
__ct_find tr; __ct_tr=$__ct_text
__ct_find tail; __ct_tail=$__ct_text
__ct_find pwd; __ct_physical=$__ct_text
__ct_mark() { "$__ct_do" printf '\e]7711;@NONCE@;%s\a' "$1" >/dev/tty; }
__ct_where() {
  __ct_path=$PWD
  # Its own pwd -P follows the name, also where that leads to another folder by now.
  [[ $__ct_path -ef . ]] || __ct_path=$("\${__ct_physical:-pwd}" -P)
  case $__ct_path in
    *[[:cntrl:]]*) __ct_pwd=b:$("$__ct_do" printf '%s\0' "$__ct_path" | "$__ct_64" | "$__ct_tr" -d '\n') ;;
    *) __ct_pwd=r:$__ct_path ;;
  esac
}
__ct_tell() {
  __ct_programs=\${PATH-} __ct_text=r:$__ct_programs
  [[ \${#__ct_text} -le ${longestSearchPath} && $__ct_text != *[[:cntrl:]]* ]] || __ct_text=
  __ct_mark "V;$__ct_seq;$__ct_text;$$"
}
# Fails where the variable is readonly. As a word of its own that would end everything that runs, and under "set -e" any
# attempt ends the shell.
__ct_assign() {
  __ct_strict=
  if [[ -o errexit ]]; then __ct_strict=1; "$__ct_do" set +e; fi
  "$__ct_do" printf -v "$1" %s "$2" && __ct_done=1 || __ct_done=
  if [[ $__ct_strict ]]; then "$__ct_do" set -e; fi
  [[ $__ct_done ]]
}
__ct_lend() {
  if [[ ! \${!1+set} || \${!1} != "$2" || ( $2 && \${!1@a} != *x* ) ]]; then
    "$__ct_do" printf -v "__ct_value_$1" %s "\${!1-}"
    "$__ct_do" printf -v "__ct_had_$1" %s "\${!1+set\${!1@a}}"
    if __ct_assign "$1" "$2"; then
      "$__ct_do" export "$1"
      __ct_lent+=("$1")
    fi
  fi
}
# Behind what the person has told git there: the last word holds.
__ct_lend_looks() {
  if [[ " \${__ct_lent[*]-} " != *" GIT_CONFIG_PARAMETERS "* ]]; then
    __ct_lend GIT_CONFIG_PARAMETERS "\${GIT_CONFIG_PARAMETERS:+$GIT_CONFIG_PARAMETERS }$__ct_looks"
  fi
  # Where one of them is readonly.
  [[ \${GIT_CONFIG_PARAMETERS-} == *"$__ct_looks" && \${GIT_CONFIG_PARAMETERS@a} == *x* ]] || __ct_here=no
  [[ \${GIT_PAGER-} == cat && \${GIT_PAGER@a} == *x* ]] || __ct_here=no
}
# What matches HISTIGNORE does not get into the history. Never exported: a shell inside has a person's own lines, too.
__ct_hide() {
  if [[ ! \${HISTIGNORE+set} || $HISTIGNORE != "*" ]]; then
    __ct_value_HISTIGNORE=\${HISTIGNORE-} __ct_had_HISTIGNORE=\${HISTIGNORE+set\${HISTIGNORE@a}}
    if __ct_assign HISTIGNORE "*"; then
      "$__ct_do" export -n HISTIGNORE
      __ct_lent+=(HISTIGNORE)
    fi
  fi
}
__ct_return() {
  if [[ $__ct_bang ]]; then "$__ct_do" set -H; __ct_bang=; fi
  if [[ $__ct_off ]]; then __ct_own_options; fi
  if [[ $__ct_all ]]; then
    __ct_lent+=(PAGER GIT_PAGER DEBIAN_FRONTEND) __ct_had_PAGER= __ct_had_GIT_PAGER= __ct_had_DEBIAN_FRONTEND= __ct_all=
  fi
  for __ct_name in "\${__ct_lent[@]}"; do
    __ct_value=__ct_value_$__ct_name __ct_had=__ct_had_$__ct_name
    case $__ct_name:\${!__ct_name-} in
      *PAGER:cat | DEBIAN_FRONTEND:noninteractive | CDPATH: | BASH_COMPAT: | HISTIGNORE:\* | GIT_CONFIG_PARAMETERS:*"$__ct_looks")
        case \${!__ct_had} in
          '') "$__ct_do" unset -v "$__ct_name" ;;
          setx* | set*x*) "$__ct_do" export "$__ct_name=\${!__ct_value}" ;;
          *) "$__ct_do" export -n "$__ct_name=\${!__ct_value}" ;;
        esac ;;
    esac
  done
  __ct_lent=()
}
# A command means what bash usually makes of it: it was judged by that. Options that were looked at are known by their
# text, so that this is not done for every command.
__ct_usual_options() {
  __ct_usual=\${BASHOPTS-}:\${SHELLOPTS-}
  if [[ -o posix && \${POSIXLY_CORRECT@a} == *x* ]]; then __ct_off+=" exported "; fi
  for __ct_name in ${bashSetUsuallyOff.join(" ")}; do
    if [[ -o $__ct_name ]]; then "$__ct_do" set +o "$__ct_name"; __ct_off+=" $__ct_name "; fi
  done
  for __ct_name in ${bashSetUsuallyOn.join(" ")}; do
    if [[ ! -o $__ct_name ]]; then "$__ct_do" set -o "$__ct_name"; __ct_off+=" no$__ct_name "; fi
  done
  for __ct_name in ${bashUsuallyOff.join(" ")}; do
    if "$__ct_do" shopt -q "$__ct_name"; then "$__ct_do" shopt -u "$__ct_name"; __ct_off+=" $__ct_name "; fi
  done
  # An older bash does not know them all.
  for __ct_name in ${bashUsuallyOn.join(" ")}; do
    if ! "$__ct_do" shopt -q "$__ct_name" && "$__ct_do" shopt -s "$__ct_name"; then __ct_off+=" no$__ct_name "; fi
  done
  if [[ $__ct_off ]]; then __ct_usual=; fi
}
# First the mode that brings other options with it.
__ct_own_options() {
  for __ct_name in ${[...bashSetUsuallyOff].reverse().join(" ")}; do
    if [[ $__ct_off == *" $__ct_name "* ]]; then "$__ct_do" set -o "$__ct_name"; fi
  done
  for __ct_name in ${bashSetUsuallyOn.join(" ")}; do
    if [[ $__ct_off == *" no$__ct_name "* ]]; then "$__ct_do" set +o "$__ct_name"; fi
  done
  for __ct_name in ${bashUsuallyOff.join(" ")}; do
    if [[ $__ct_off == *" $__ct_name "* ]]; then "$__ct_do" shopt -s "$__ct_name"; fi
  done
  for __ct_name in ${bashUsuallyOn.join(" ")}; do
    if [[ $__ct_off == *" no$__ct_name "* ]]; then "$__ct_do" shopt -u "$__ct_name"; fi
  done
  if [[ $__ct_off == *" jobs "* ]]; then auto_resume=$__ct_jobs; fi
  if [[ $__ct_off == *" exported "* ]]; then "$__ct_do" export POSIXLY_CORRECT; fi
  __ct_off=
}
__ct_prepare() {
  [[ -z $__ct_keyed$__ct_silent ]] || __ct_arm "$1"
  __ct_line=$READLINE_LINE __ct_point=$READLINE_POINT
  READLINE_LINE= READLINE_POINT=0
  [[ \${BASHOPTS-}:\${SHELLOPTS-} == "$__ct_usual" ]] || __ct_usual_options
  if [[ -o histexpand ]]; then __ct_bang=1; "$__ct_do" set +H; fi
  if [[ -z $__ct_all ]]; then
    __ct_lend PAGER cat
    __ct_lend GIT_PAGER cat
    __ct_lend DEBIAN_FRONTEND noninteractive
    # Where a cd leads is judged by what stands there.
    if [[ \${CDPATH-} ]]; then __ct_lend CDPATH ""; fi
    # An older bash reads some words in another way.
    if [[ \${BASH_COMPAT-} ]]; then __ct_lend BASH_COMPAT ""; fi
    # With any value, a lone word is the name of a stopped job first.
    if [[ \${auto_resume+x} ]]; then __ct_jobs=$auto_resume; "$__ct_do" unset -v auto_resume; __ct_off+=" jobs "; fi
  fi
  if [[ @HISTORY@ == hide ]]; then __ct_hide; fi
  __ct_here=yes __ct_said=$__ct_pwd
  __ct_where
  [[ $__ct_pwd == "$__ct_said" ]] || __ct_here=no
  if [[ $__ct_digits == ${looksDigit}* ]]; then __ct_lend_looks; fi
  if [[ $__ct_digits == [${namesDigit}-9]* ]]; then __ct_tell_names; fi
  __ct_moved=
  [[ $__ct_here == yes ]] || __ct_moved=1
  # Whoever asks may be about to trust the keys again: they and the hooks are made sure of first.
  if [[ $2 == asked ]]; then __ct_hook; __ct_keys; else __ct_enter_key; fi
  [[ \${PATH-} == "$__ct_programs" ]] || __ct_tell
  __ct_mark "R;$__ct_seq;$__ct_digits;$1;$__ct_here;$__ct_pwd;\${#__ct_line}"
}
# Nearly always all is as the last prompt left it; then there is little to prepare.
__ct_quick() {
  [[ -z $__ct_keyed$__ct_silent ]] || __ct_arm "$1"
  if [[ $__ct_digits != [${namesDigit}${looksDigit}]* && -z $READLINE_LINE$__ct_moved$__ct_all\${__ct_lent-}\${PAGER+x}\${GIT_PAGER+x}\${DEBIAN_FRONTEND+x}\${CDPATH-}\${BASH_COMPAT-}\${histchars+x}\${auto_resume+x} &&
    \${BASHOPTS-}:\${SHELLOPTS-} == "$__ct_usual" && $__ct_path -ef . && \${PATH-} == "$__ct_programs" ]]; then
    __ct_all=1
    "$__ct_do" export PAGER=cat GIT_PAGER=cat DEBIAN_FRONTEND=noninteractive
    if [[ @HISTORY@ == hide ]]; then __ct_hide; fi
    if [[ $__ct_digits == ${usualDigit}* ]]; then __ct_tell_names; fi
    "$__ct_do" printf '\e]7711;@NONCE@;R;%s;%s;%s;yes;%s;0\a' "$__ct_seq" "$__ct_digits" "$1" "$__ct_pwd" >/dev/tty
  else
    __ct_prepare "$1" quick
  fi
}
# The command follows on the same line, up to a character that no command has; the run key comes with this one. Read
# here and not by the line editor, which asks the system twice for each byte and paints a pasted text twice.
__ct_take() {
  if ! IFS= "$__ct_do" read -rs -d $'\036' __ct_text; then
    # Half of a command is another command (TMOUT ends a read that waits).
    __ct_text=
    __ct_mark "U;$((__ct_seq += 1));$__ct_pwd"
  fi
  READLINE_LINE=$__ct_text READLINE_POINT=\${#__ct_text}
}
__ct_ask() {
  __ct_look "$1"
  [[ -z $__ct_keyed || $__ct_place != prompt ]] || __ct_catch_up "$1"
  __ct_where
  __ct_mark "W;$__ct_seq;$1;$__ct_place;$__ct_pwd"
}
__ct_look() {
  __ct_place=command
  if [[ $__ct_keyed$__ct_silent ]] && __ct_wants_more "$1"; then
    __ct_place=more
  elif [[ $__ct_counts && -z $__ct_between ]]; then
    case \${HISTCMD-0}-\${__ct_number@P} in
      # Both are 1 where the history is empty, or a command runs that is the first in it.
      1-1) [[ $("$__ct_do" history 1) ]] || __ct_place=prompt ;;
      *) if [[ $((\${HISTCMD-0} - \${__ct_number@P})) == 1 ]]; then __ct_place=prompt; fi ;;
    esac
  fi
}
${bashWithoutHooks}${bashOwnNames}__ct_give_back() {
  __ct_return
  __ct_own_again
  READLINE_LINE=$__ct_line READLINE_POINT=$__ct_point
  __ct_line=
}
__ct_history() {
  __ct_mark "H;$__ct_seq;$(HISTTIMEFORMAT= "$__ct_do" history 30 | "$__ct_tail" -c 5000 | "$__ct_64" | "$__ct_tr" -d '\n')"
}
__ct_first() {
  __ct_status=\${1-$?} __ct_between=$__ct_user
  if [[ $__ct_all && -z $__ct_bang$__ct_off\${__ct_lent-} && \${PAGER-}.\${GIT_PAGER-}.\${DEBIAN_FRONTEND-} == cat.cat.noninteractive ]]; then
    "$__ct_do" unset -v PAGER GIT_PAGER DEBIAN_FRONTEND
    __ct_all=
  elif [[ $__ct_all$__ct_bang\${__ct_lent-}$__ct_off ]]; then
    __ct_return
  fi
  [[ $PWD == "$__ct_path" && $__ct_path -ef . ]] || __ct_where
  [[ \${PATH-} == "$__ct_programs" ]] || __ct_tell
  "$__ct_do" printf '\e]7711;@NONCE@;%s;%s;%s;%s\a' "\${__ct_keyed:-D}" "$((__ct_seq += 1))" "$__ct_status" "\${__ct_keyed:+$$;}$__ct_pwd" >/dev/tty
  [[ $__ct_user || \${PS1-}\${PS2-}\${PS0-} == "$__ct_own" ]] && "$__ct_do" shopt -q promptvars || __ct_wrap
  [[ -z $__ct_mute || $__ct_user ]] || __ct_show
  [[ -z $__ct_calm$__ct_usual_line ]] || __ct_own_again
  ((__ct_status == 0)) || __ct_fail
}
__ct_last() {
  __ct_status=$? __ct_between=
  [[ \${PATH-} == "$__ct_programs" ]] || __ct_tell
  [[ \${PS1-}\${PS2-}\${PS0-} == "$__ct_own" ]] && "$__ct_do" shopt -q promptvars || __ct_wrap
  [[ -z $__ct_mute ]] || __ct_show
  ((__ct_status == 0)) || __ct_fail
}
# The status is for the user's own prompt commands behind ours; under "set -e" it would end the shell.
__ct_fail() {
  [[ -o errexit ]] || "$__ct_do" return "$__ct_status"
}
__ct_wrap() {
  # Somebody has set a prompt since: take the marks of before out of it, wherever they are now.
  __ct_id='$$' __ct_exit='$?' __ct_count='\${__ct_seq-}' __ct_one=\${PS1-} __ct_two=\${PS2-} __ct_zero=\${PS0-}
  __ct_text='\e]7711;@NONCE@' __ct_end= __ct_cont=
  for __ct_name in "\${__ct_marks[@]}"; do
    __ct_one=\${__ct_one//"$__ct_name"/} __ct_two=\${__ct_two//"$__ct_name"/} __ct_zero=\${__ct_zero//"$__ct_name"/}
  done
  if "$__ct_do" shopt -q promptvars; then
    __ct_sees_more=1
    if [[ $__ct_keyed ]]; then
      __ct_cont='\${__ct_void[__ct_more=1]-}' __ct_end="$__ct_text;V;$__ct_count;r:"'\${PATH+\${PATH//*[[:cntrl:]]*}};$$\a'
      __ct_end+="$__ct_text;K;"'$((__ct_seq+=1));$?;$$;r:\${PWD//*[[:cntrl:]]*}\a'
    fi
  else
    # Nothing is expanded in a prompt; then it has to hold the values themselves, each time anew.
    __ct_id=$$ __ct_exit=$__ct_status __ct_count=$__ct_seq __ct_sees_more=
  fi
  __ct_marks=("\[$__ct_end$__ct_text;A;$__ct_count;\#;$__ct_exit;$__ct_id;\!\a\]" "\[$__ct_text;B;$__ct_count;$__ct_id\a\]")
  __ct_marks+=("\[$__ct_text;2;$__ct_count;$__ct_id\a\]$__ct_cont" "$__ct_text;C;$__ct_count;$__ct_id\a")
  __ct_mute= __ct_silent=
  if [[ $__ct_keyed && -z $__ct_sees_more ]]; then
    __ct_mute=1 __ct_silent=1
  else
    __ct_assign PS1 "\${__ct_marks[0]}$__ct_one\${__ct_marks[1]}" || __ct_mute=1
    __ct_assign PS2 "\${__ct_marks[2]}$__ct_two" || __ct_sees_more=
    # Behind a key, bash would print what this value was, from memory that is free.
    if [[ $__ct_by_key && \${PS0-} == *"\${__ct_marks[3]}" ]]; then :
    elif [[ $__ct_by_key ]] || ! __ct_assign PS0 "$__ct_zero\${__ct_marks[3]}"; then __ct_silent=1
    fi
  fi
  __ct_own=
  if "$__ct_do" shopt -q promptvars; then __ct_own=\${PS1-}\${PS2-}\${PS0-}; fi
  __ct_text="\${__ct_keyed:+key};\${__ct_silent:+silent}"
  [[ $__ct_odd == "$__ct_text" ]] || __ct_mark "N;$__ct_seq;$__ct_text"
  __ct_odd=$__ct_text
}
__ct_enter_key() {
  __ct_action=accept-line
  [[ -z $__ct_keyed$__ct_silent ]] || __ct_action='"\e[7718~\e[7714~"'
  [[ -z $__ct_moved ]] || __ct_action=kill-whole-line
  if [[ $__ct_bound != "$__ct_action" ]]; then
    for __ct_map in emacs vi-insert vi-command; do "$__ct_do" bind -m $__ct_map '"\e[78~": '$__ct_action; done
    __ct_bound=$__ct_action
  fi
}
__ct_keys() {
  for __ct_map in emacs vi-insert vi-command; do
    "$__ct_do" bind -m $__ct_map -x '"\e[7711~": { __ct_left=$?; __ct_challenge asked; ${calmly} __ct_prepare $__ct_left asked; } >/dev/null 2>&1'
    "$__ct_do" bind -m $__ct_map -x '"\e[7719~": { __ct_left=$?; __ct_challenge; ${calmly} __ct_quick $__ct_left; } >/dev/null 2>&1'
    "$__ct_do" bind -m $__ct_map -x '"\e[7710~": { __ct_take; } >/dev/null 2>&1'
    "$__ct_do" bind -m $__ct_map -x '"\e[7713~": { __ct_give_back; } >/dev/null 2>&1'
    "$__ct_do" bind -m $__ct_map -x '"\e[7717~": { __ct_history; } >/dev/null 2>&1'
    "$__ct_do" bind -m $__ct_map '"\e[7712~": bracketed-paste-begin' '"\e[77~": "\e[7710~\e[78~"' '"\e[7718~": accept-line'
    # The line end: where the shell reads the rest of a line, it takes no group for one before a line end.
    "$__ct_do" bind -m $__ct_map -x $'"\e[7714~": \n{ __ct_late $?; } >/dev/null 2>&1'
    "$__ct_do" bind -m $__ct_map -x $'"\e[7721~": \n{ __ct_gave_up $?; } >/dev/null 2>&1'
    "$__ct_do" bind -m $__ct_map -x $'"\e[771~": \n{ __ct_ask $?; } >/dev/null 2>&1'
  done
  __ct_bound=
  __ct_enter_key
}
__ct_hook() {
  __ct_before='{ __ct_first; } >/dev/null 2>&1' __ct_after='{ __ct_last; } >/dev/null 2>&1' __ct_kept=()
  for __ct_text in "\${PROMPT_COMMAND[@]}"; do
    __ct_text=\${__ct_text//"$__ct_before"/} __ct_text=\${__ct_text//"$__ct_after"/}
    [[ $__ct_text == *[!\;[:space:]]* ]] && __ct_kept+=("$__ct_text")
  done
  # Where nobody else runs anything before a prompt, one hook does for both.
  __ct_user=\${__ct_kept[*]} __ct_after=\${__ct_kept[*]:+$__ct_after} __ct_keyed=
  if ! __ct_assign PROMPT_COMMAND "\${PROMPT_COMMAND-}"; then
    # It is readonly.
    [[ "\${PROMPT_COMMAND[*]-}" == *"$__ct_before"* ]] || __ct_keyed=K __ct_user=
  elif ((BASH_VERSINFO[0] > 5 || BASH_VERSINFO[0] == 5 && BASH_VERSINFO[1] >= 1)); then
    PROMPT_COMMAND=("$__ct_before" "\${__ct_kept[@]}" \${__ct_after:+"$__ct_after"})
  else
    PROMPT_COMMAND="$__ct_before"$'\n'"\${__ct_kept[0]-}"$'\n'"$__ct_after"
  fi
}
[[ \${__ct_marks+set} ]] || __ct_marks=()
[[ \${__ct_lent+set} ]] || __ct_lent=()
[[ \${__ct_all+set} ]] || __ct_all=
[[ \${__ct_off+set} ]] || __ct_off=
[[ \${__ct_usual_line+set} ]] || __ct_usual_line= __ct_traps= __ct_calm= __ct_aliased=()
# Nobody's prompts: also where all three are empty they have to be wrapped.
__ct_own=@NONCE@ __ct_counts= __ct_between= __ct_odd=\; __ct_ran='\#'
__ct_keyed= __ct_mute= __ct_more= __ct_given= __ct_given_status= __ct_given_number= __ct_pasting= __ct_silent= __ct_by_key=
((BASH_VERSINFO[0] > 5 || BASH_VERSINFO[0] == 5 && BASH_VERSINFO[1] >= 2)) && __ct_counts=1
{ __ct_hook; __ct_keys; __ct_return; } >/dev/null 2>&1
[[ $__ct_aliases == 1 ]] && "$__ct_do" shopt -s expand_aliases
# The line that loaded this, and the one that asked before which shell it is. bash 4.4 takes no negative numbers.
for __ct_text in 1 2; do
  __ct_text=$(HISTTIMEFORMAT= "$__ct_do" history 1)
  if [[ $__ct_text == *__ct_i=* || $__ct_text == *']7711;%s%s;P;'* ]]; then
    __ct_text=\${__ct_text#"\${__ct_text%%[0-9]*}"}
    "$__ct_do" history -d "\${__ct_text%%[!0-9]*}"
  fi
done
__ct_mark "S;bash;$$;$$"
{
  __ct_tell
  if [[ $__ct_keyed ]]; then
    [[ $("$__ct_do" bind -v) != *"set enable-bracketed-paste off"* ]] || __ct_pasting=off
    __ct_status=0
    __ct_wrap
    [[ -z $__ct_mute ]] || __ct_first 0
  fi
} >/dev/null 2>&1
fi
`.replaceAll("\\${", "${");
