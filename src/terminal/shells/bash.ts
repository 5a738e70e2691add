/**
 * What is evaluated inside bash (4.4 or newer), once per shell. It touches nothing of the user's besides the prompt
 * strings and PROMPT_COMMAND, which it only adds to, and two private keys.
 *
 * Marks go to the terminal itself, so `exec >file` does not lose them. The hooks run inside a group without output:
 * neither `set -x` nor a talkative DEBUG trap of the user can put our own doings into a command's output.
 * - D: first in PROMPT_COMMAND: a command has ended. A … B: around the prompt. C: from PS0, output begins. 2: PS2.
 * - R: answers the prepare key; the quick key only where something is not as the last prompt left it. The half-typed
 *   line is kept in the shell, and the give-back key restores it. When the shell is not where it last said it was, R
 *   says so and the run key throws the line away instead of running it.
 * What runs for every command is short, calls no other function unless something has changed, and starts no process:
 * bash copies a function's whole body before it runs it, so what is rarely needed is kept out of it.
 * A and C carry the process id, so a nested bash that inherited exported prompts cannot speak for this one.
 */
export const bashScript = String.raw`
__ct_aliases=0; \builtin shopt -q expand_aliases && __ct_aliases=1; \builtin shopt -u expand_aliases
__ct_seq=0 __ct_status=0 __ct_line= __ct_point=0 __ct_bang= __ct_moved= __ct_path= __ct_pwd=
__ct_64=$(\builtin command -v base64) __ct_tr=$(\builtin command -v tr)
__ct_mark() { \builtin printf '\e]7711;@NONCE@;%s\a' "$1" >/dev/tty; }
__ct_where() {
  __ct_path=$PWD
  [[ $__ct_path -ef . ]] || __ct_path=$(\builtin pwd -P)
  case $__ct_path in
    *[[:cntrl:]]*) __ct_pwd=b:$(\builtin printf %s "$__ct_path" | "$__ct_64" | "$__ct_tr" -d '\n') ;;
    *) __ct_pwd=r:$__ct_path ;;
  esac
}
__ct_lend() {
  [[ \${!1+set} && \${!1} == "$2" ]] && return
  __ct_lent+=("$1")
  \builtin printf -v "__ct_value_$1" %s "\${!1-}"
  \builtin printf -v "__ct_had_$1" %s "\${!1+set\${!1@a}}"
  \builtin export "$1=$2"
}
__ct_return() {
  local name value had
  if [[ $__ct_bang ]]; then \builtin set -H; __ct_bang=; fi
  if [[ $__ct_all ]]; then
    __ct_lent=(PAGER GIT_PAGER DEBIAN_FRONTEND) __ct_had_PAGER= __ct_had_GIT_PAGER= __ct_had_DEBIAN_FRONTEND= __ct_all=
  fi
  for name in "\${__ct_lent[@]}"; do
    value=__ct_value_$name had=__ct_had_$name
    case $name:\${!name-} in *PAGER:cat | DEBIAN_FRONTEND:noninteractive) ;; *) \builtin continue ;; esac
    case \${!had} in
      '') \builtin unset -v "$name" ;;
      setx* | set*x*) \builtin export "$name=\${!value}" ;;
      *) \builtin export -n "$name=\${!value}" ;;
    esac
  done
  __ct_lent=()
}
__ct_prepare() {
  __ct_line=$READLINE_LINE __ct_point=$READLINE_POINT
  READLINE_LINE= READLINE_POINT=0
  if [[ -o histexpand ]]; then __ct_bang=1; \builtin set +H; fi
  if [[ -z $__ct_all ]]; then
    __ct_lend PAGER cat
    __ct_lend GIT_PAGER cat
    __ct_lend DEBIAN_FRONTEND noninteractive
  fi
  local here=yes hooks=no said=$__ct_pwd
  __ct_where
  case \${PROMPT_COMMAND[*]-} in *__ct_first*) hooks=yes ;; esac
  \builtin [ "$__ct_pwd" = "$said" ] || here=no
  __ct_enter_key $here
  __ct_mark "R;$__ct_seq;$1;$here;$hooks;$__ct_pwd;\${#__ct_line}"
}
# The command follows on the same line, up to a character that no command has; the run key comes with this one. Read
# here and not by the line editor, which asks the system twice for each byte and paints a pasted text twice. Nearly always
# all is as the last prompt left it; then the shell taking the line is answer enough.
__ct_quick() {
  local text
  IFS= \builtin read -rs -d $'\036' text
  if [[ -z $READLINE_LINE$__ct_moved$__ct_all\${__ct_lent-}\${PAGER+x}\${GIT_PAGER+x}\${DEBIAN_FRONTEND+x}\${histchars+x} &&
    $__ct_path -ef . ]]; then
    __ct_all=1
    \builtin export PAGER=cat GIT_PAGER=cat DEBIAN_FRONTEND=noninteractive
  else
    __ct_prepare "$1"
  fi
  READLINE_LINE=$text READLINE_POINT=\${#text}
}
__ct_enter_key() {
  local map action=accept-line moved=
  [[ $1 == yes ]] || action=kill-whole-line moved=1
  [[ $__ct_moved != "$moved" ]] || \builtin return 0
  __ct_moved=$moved
  for map in emacs vi-insert vi-command; do \builtin bind -m $map '"\e[78~": '$action; done
}
__ct_give_back() {
  __ct_return
  READLINE_LINE=$__ct_line READLINE_POINT=$__ct_point
  __ct_line=
}
__ct_history() {
  __ct_mark "H;$__ct_seq;$(HISTTIMEFORMAT= \builtin history 30 | tail -c 5000 | "$__ct_64" | "$__ct_tr" -d '\n')"
}
__ct_first() {
  __ct_status=$?
  if [[ $__ct_all && -z $__ct_bang && \${PAGER-}.\${GIT_PAGER-}.\${DEBIAN_FRONTEND-} == cat.cat.noninteractive ]]; then
    \builtin unset -v PAGER GIT_PAGER DEBIAN_FRONTEND
    __ct_all=
  elif [[ $__ct_all$__ct_bang\${__ct_lent-} ]]; then
    __ct_return
  fi
  [[ $PWD == "$__ct_path" && $__ct_path -ef . ]] || __ct_where
  \builtin printf '\e]7711;@NONCE@;D;%s;%s;%s\a' "$((__ct_seq += 1))" "$__ct_status" "$__ct_pwd" >/dev/tty
  [[ $__ct_user || \${PS1-}\${PS2-}\${PS0-} == "$__ct_own" ]] && \builtin shopt -q promptvars || __ct_wrap
  ((__ct_status == 0)) || __ct_fail
}
__ct_last() {
  __ct_status=$?
  [[ \${PS1-}\${PS2-}\${PS0-} == "$__ct_own" ]] && \builtin shopt -q promptvars || __ct_wrap
  ((__ct_status == 0)) || __ct_fail
}
# The status is for the user's own prompt commands behind ours; under "set -e" it would end the shell.
__ct_fail() {
  [[ -o errexit ]] || \builtin return "$__ct_status"
}
__ct_wrap() {
  # Somebody has set a prompt since: take the marks of before out of it, wherever they are now.
  local text name id='$$' exit='$?' seq='\${__ct_seq-}' one=\${PS1-} two=\${PS2-} zero=\${PS0-} fixed=
  for text in "\${__ct_marks[@]}"; do
    one=\${one//"$text"/} two=\${two//"$text"/} zero=\${zero//"$text"/}
  done
  for name in PS1 PS2 PS0; do
    [[ \${!name+\${!name@a}} == *r* ]] && fixed+=" $name"
  done
  # Without promptvars nothing is expanded in a prompt; then it has to hold the values themselves, each time anew.
  \builtin shopt -q promptvars || id=$$ exit=$__ct_status seq=$__ct_seq
  text='\e]7711;@NONCE@'
  __ct_marks=("\[$text;A;$seq;\#;$exit;$id;\!\a\]" "\[$text;B;$seq;$id\a\]" "\[$text;2;$seq;$id\a\]" "$text;C;$seq;$id\a")
  [[ $fixed == *PS1* ]] || PS1=\${__ct_marks[0]}$one\${__ct_marks[1]}
  [[ $fixed == *PS2* ]] || PS2=\${__ct_marks[2]}$two
  [[ $fixed == *PS0* ]] || PS0=$zero\${__ct_marks[3]}
  __ct_own=
  if \builtin shopt -q promptvars; then __ct_own=\${PS1-}\${PS2-}\${PS0-}; fi
}
__ct_keys() {
  local map
  for map in emacs vi-insert vi-command; do
    \builtin bind -m $map -x '"\e[7711~": { __ct_prepare $?; } >/dev/null 2>&1'
    \builtin bind -m $map -x '"\e[7719~": { __ct_quick $?; } >/dev/null 2>&1'
    \builtin bind -m $map -x '"\e[7713~": { __ct_give_back; } >/dev/null 2>&1'
    \builtin bind -m $map -x '"\e[7717~": { __ct_history; } >/dev/null 2>&1'
    \builtin bind -m $map '"\e[7712~": bracketed-paste-begin'
    \builtin bind -m $map '"\e[77~": "\e[7719~\e[78~"'
  done
  __ct_moved=1
  __ct_enter_key yes
}
__ct_hook() {
  local first='{ __ct_first; } >/dev/null 2>&1' last='{ __ct_last; } >/dev/null 2>&1' item kept=()
  for item in "\${PROMPT_COMMAND[@]}"; do
    item=\${item//"$first"/} item=\${item//"$last"/}
    [[ $item == *[!\;[:space:]]* ]] && kept+=("$item")
  done
  # Where nobody else runs anything before a prompt, one hook does for both.
  __ct_user=\${kept[*]} last=\${kept[*]:+$last}
  if ((BASH_VERSINFO[0] > 5 || BASH_VERSINFO[0] == 5 && BASH_VERSINFO[1] >= 1)); then
    PROMPT_COMMAND=("$first" "\${kept[@]}" \${last:+"$last"})
  else
    PROMPT_COMMAND="$first"$'\n'"\${kept[0]-}"$'\n'"$last"
  fi
}
[[ \${__ct_marks+set} ]] || __ct_marks=()
[[ \${__ct_lent+set} ]] || __ct_lent=()
[[ \${__ct_all+set} ]] || __ct_all=
__ct_own=
{ __ct_keys; __ct_return; __ct_hook; } >/dev/null 2>&1
[[ $__ct_aliases == 1 ]] && \builtin shopt -s expand_aliases
# The line that loaded this, and the one that asked before which shell it is. bash 4.4 takes no negative numbers.
for __ct_l in 1 2; do
  __ct_l=$(HISTTIMEFORMAT= \builtin history 1)
  [[ $__ct_l == *__ct_i=* || $__ct_l == *']7711;%s%s;P;'* ]] || \builtin break
  __ct_l=\${__ct_l#"\${__ct_l%%[0-9]*}"}
  \builtin history -d "\${__ct_l%%[!0-9]*}"
done
__ct_mark "S;bash;$$;$$"
`.replaceAll("\\${", "${");
