/**
 * What is evaluated inside bash (4.4 or newer), once per shell. It touches nothing of the user's besides the prompt
 * strings and PROMPT_COMMAND, which it only adds to, and two private keys.
 *
 * Marks go to the terminal itself, so `exec >file` does not lose them. The hooks run inside a group without output:
 * neither `set -x` nor a talkative DEBUG trap of the user can put our own doings into a command's output.
 * - D: first in PROMPT_COMMAND: a command has ended. A … B: around the prompt. C: from PS0, output begins. 2: PS2.
 * - R: answers the prepare key. The half-typed line is kept in the shell, and the give-back key restores it. When the
 *   shell is not where it last said it was, R says so and the run key throws the line away instead of running it.
 * A and C carry the process id, so a nested bash that inherited exported prompts cannot speak for this one.
 */
export const bashScript = String.raw`
__ct_aliases=0; \builtin shopt -q expand_aliases && __ct_aliases=1; \builtin shopt -u expand_aliases
__ct_nonce=@NONCE@ __ct_seq=0 __ct_line= __ct_point=0 __ct_bang= __ct_said= __ct_here=
__ct_64=$(\builtin command -v base64) __ct_tr=$(\builtin command -v tr)
__ct_mark() { \builtin printf '\e]7711;%s;%s\a' "$__ct_nonce" "$1" >/dev/tty; }
__ct_where() {
  __ct_pwd=$PWD
  [[ $__ct_pwd -ef . ]] || __ct_pwd=$(\builtin pwd -P)
  case $__ct_pwd in
    *[[:cntrl:]]*) __ct_pwd=b:$(\builtin printf %s "$__ct_pwd" | "$__ct_64" | "$__ct_tr" -d '\n') ;;
    *) __ct_pwd=r:$__ct_pwd ;;
  esac
}
__ct_lend() {
  [[ \${!1+set} && \${!1} == "$2" ]] && return
  __ct_lent+=("$1")
  \builtin printf -v "__ct_value_$1" %s "\${!1-}"
  \builtin printf -v "__ct_had_$1" %s "\${!1+set\${!1@a}}"
  \builtin export "$1=$2"
}
__ct_lend_all() {
  # Nearly always none of them is set; then there is nothing to remember.
  if [[ -z \${PAGER+x}\${GIT_PAGER+x}\${DEBIAN_FRONTEND+x} ]]; then
    \builtin export PAGER=cat GIT_PAGER=cat DEBIAN_FRONTEND=noninteractive
    __ct_lent=(PAGER GIT_PAGER DEBIAN_FRONTEND) __ct_had_PAGER= __ct_had_GIT_PAGER= __ct_had_DEBIAN_FRONTEND=
    \builtin return
  fi
  __ct_lend PAGER cat
  __ct_lend GIT_PAGER cat
  __ct_lend DEBIAN_FRONTEND noninteractive
}
__ct_return() {
  if [[ $__ct_bang ]]; then \builtin set -H; __ct_bang=; fi
  ((\${#__ct_lent[@]})) || \builtin return 0
  if [[ -z $__ct_had_PAGER$__ct_had_GIT_PAGER$__ct_had_DEBIAN_FRONTEND &&
    "\${PAGER-}.\${GIT_PAGER-}.\${DEBIAN_FRONTEND-}" == cat.cat.noninteractive ]]; then
    \builtin unset -v PAGER GIT_PAGER DEBIAN_FRONTEND
    __ct_lent=()
    \builtin return 0
  fi
  local name value had
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
  case $- in *H*) __ct_bang=1; \builtin set +H ;; esac
  __ct_lend_all
  __ct_where
  local here=yes hooks=no
  case \${PROMPT_COMMAND[*]-} in *__ct_first*) hooks=yes ;; esac
  [[ $__ct_pwd == "$__ct_said" ]] || here=no
  [[ $here == "$__ct_here" ]] || __ct_enter_key $here
  __ct_said=$__ct_pwd
  __ct_mark "R;$__ct_seq;$1;$here;$hooks;$__ct_pwd;\${#__ct_line}"
}
__ct_enter_key() {
  local map action=accept-line
  __ct_here=$1
  [[ $1 == yes ]] || action=kill-whole-line
  for map in emacs vi-insert vi-command; do \builtin bind -m $map '"\e[7718~": '$action; done
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
  local status=$?
  __ct_seq=$((__ct_seq + 1))
  __ct_return
  __ct_where
  __ct_said=$__ct_pwd
  __ct_mark "D;$__ct_seq;$status;$__ct_pwd"
  case $- in *e*) \builtin return 0 ;; esac
  \builtin return "$status"
}
__ct_unwrap() {
  # Somebody has set a prompt since: take the marks of before out of it, wherever they are now.
  local text name
  __ct_1=\${PS1-} __ct_2=\${PS2-} __ct_0=\${PS0-} __ct_fixed=
  for text in "\${__ct_marks[@]}"; do
    __ct_1=\${__ct_1//"$text"/} __ct_2=\${__ct_2//"$text"/} __ct_0=\${__ct_0//"$text"/}
  done
  for name in PS1 PS2 PS0; do
    [[ \${!name+\${!name@a}} == *r* ]] && __ct_fixed+=" $name"
  done
}
__ct_last() {
  local status=$? id='$$' exit='$?' text="\${PS1-}\${PS2-}\${PS0-}"
  [[ $text == "$__ct_own" && $text ]] || __ct_unwrap
  # Without promptvars nothing is expanded in a prompt; then it has to hold the values themselves.
  \builtin shopt -q promptvars || { id=$$ exit=$status; }
  text='\e]7711;'$__ct_nonce
  __ct_marks=("\[$text;A;$__ct_seq;\#;$exit;$id;\!\a\]" "\[$text;B;$__ct_seq;$id\a\]" "\[$text;2;$__ct_seq;$id\a\]" "$text;C;$__ct_seq;$id\a")
  [[ $__ct_fixed == *PS1* ]] || PS1=\${__ct_marks[0]}$__ct_1\${__ct_marks[1]}
  [[ $__ct_fixed == *PS2* ]] || PS2=\${__ct_marks[2]}$__ct_2
  [[ $__ct_fixed == *PS0* ]] || PS0=$__ct_0\${__ct_marks[3]}
  __ct_own=\${PS1-}\${PS2-}\${PS0-}
  case $- in *e*) \builtin return 0 ;; esac
  \builtin return "$status"
}
__ct_keys() {
  local map
  for map in emacs vi-insert vi-command; do
    \builtin bind -m $map -x '"\e[7711~": { __ct_prepare $?; } >/dev/null 2>&1'
    \builtin bind -m $map -x '"\e[7713~": { __ct_give_back; } >/dev/null 2>&1'
    \builtin bind -m $map -x '"\e[7717~": { __ct_history; } >/dev/null 2>&1'
    \builtin bind -m $map '"\e[7712~": bracketed-paste-begin'
  done
  __ct_enter_key yes
}
__ct_hook() {
  local first='{ __ct_first; } >/dev/null 2>&1' last='{ __ct_last; } >/dev/null 2>&1' item kept=()
  for item in "\${PROMPT_COMMAND[@]}"; do
    item=\${item//"$first"/} item=\${item//"$last"/}
    [[ $item == *[!\;[:space:]]* ]] && kept+=("$item")
  done
  if ((BASH_VERSINFO[0] > 5 || BASH_VERSINFO[0] == 5 && BASH_VERSINFO[1] >= 1)); then
    PROMPT_COMMAND=("$first" "\${kept[@]}" "$last")
  else
    PROMPT_COMMAND="$first"$'\n'"\${kept[0]-}"$'\n'"$last"
  fi
}
[[ \${__ct_marks+set} ]] || __ct_marks=()
[[ \${__ct_lent+set} ]] || __ct_lent=() __ct_had_PAGER= __ct_had_GIT_PAGER= __ct_had_DEBIAN_FRONTEND=
__ct_own=
{ __ct_keys; __ct_return; __ct_hook; } >/dev/null 2>&1
[[ $__ct_aliases == 1 ]] && \builtin shopt -s expand_aliases
[[ $(HISTTIMEFORMAT= \builtin history 1) == *__ct_* ]] && \builtin history -d -1
__ct_mark "S;bash;$$;$$"
`.replaceAll("\\${", "${");
