import { gitLooks } from "../../protocol/index.ts";
import { systemFolders } from "../system/look-path.ts";
import { looksDigit, namesDigit } from "./challenges.ts";
import { longestSearchPath } from "./mark-scanner.ts";
import { shOwnNames } from "./sh-own-names.ts";
import { mkshUsuallyOn, shUsuallyOff } from "./usual-options.ts";

/**
 * What is evaluated inside dash, busybox ash and mksh, once per shell. They have no hooks and no usable line editor, so
 * a command is carried to them: the host types one short line, the shell answers R with its folder and the random digits
 * of that line, reads the command
 * as base64 from the terminal, says C, and evaluates it at the top level (so `set --`, `cd`, `export` and traps persist
 * exactly as if it had been typed). D follows; where the shell abandons the line (a syntax error, Ctrl+C), the next
 * prompt's A carries the exit code instead. U: the command did not come whole, and nothing was run. Prompt marks are made of variables, so `set` cannot print a live mark.
 */
export const shScript = String.raw`
__ct_n=@NONCE@ __ct_s=0 __ct_p=0 __ct_x=0 __ct_g= __ct_lent=\${__ct_lent-} __ct_off=\${__ct_off-} __ct_aliased=\${__ct_aliased-} __ct_open= __ct_kind=sh
__ct_looks="${gitLooks}"
# mksh has no printf of its own: what the PATH has in its place would be given the marks.
case \${KSH_VERSION-} in
?*)
  __ct_kind=mksh
  __ct_put() { \\builtin print -rn -- "$1"; }
  __ct_put_escaped() { \\builtin print -n -- "$1"; }
  ;;
*)
  __ct_put() { \\command printf %s "$1"; }
  __ct_put_escaped() { \\command printf %b "$1"; }
  ;;
esac
__ct_e=$(__ct_put_escaped '\033') __ct_b=$(__ct_put_escaped '\007') __ct_ctl=$(__ct_put_escaped '\001-\037\0177')
# The folder of a project may be in front of the system's on the PATH, and a function may have the name of a program.
__ct_find() {
  for __ct_v in ${systemFolders.join(" ")}; do
    __ct_v=$__ct_v/$1
    [ -x "$__ct_v" ] && \\return
  done
  __ct_v=$(\\command -v "$1")
  case $__ct_v in /*) ;; *) __ct_v= ;; esac
}
__ct_find readlink
[ "$__ct_kind" = mksh ] ||
  case $("$__ct_v" /proc/$$/exe 2>/dev/null) in */busybox) __ct_kind=ash ;; *dash) __ct_kind=dash ;; esac
__ct_find base64; __ct_64=$__ct_v
__ct_find tr; __ct_tr=$__ct_v
__ct_find stty; __ct_stty=$__ct_v
__ct_find pwd; __ct_physical=$__ct_v
__ct_mark() { __ct_put "$__ct_e]7711;$__ct_n;$1$__ct_b" >/dev/tty; }
__ct_where() {
  __ct_pwd=$PWD
  # The pwd -P of mksh follows the name, also where that leads to another folder by now.
  [ "$__ct_pwd" -ef . ] || __ct_pwd=$("$__ct_physical" -P)
  case $__ct_pwd in
  *[$__ct_ctl]*) __ct_pwd=b:$({ __ct_put "$__ct_pwd"; __ct_put_escaped '\0'; } | "$__ct_64" | "$__ct_tr" -d '\n') ;;
  *) __ct_pwd=r:$__ct_pwd ;;
  esac
}
__ct_tell() {
  __ct_v=\${PATH-}
  case $__ct_v in *[$__ct_ctl]*) __ct_v= ;; esac
  [ "\${#__ct_v}" -le ${longestSearchPath} ] || __ct_v=
  __ct_mark "V;$__ct_s;r:$__ct_v;$$"
}
__ct_lend() {
  \\eval "__ct_now=\\\${$1-} __ct_had_$1=\\\${$1+set} __ct_value_$1=\\\${$1-}"
  if [ "$__ct_now" = "$2" ]; then
    [ -z "$2" ] || \\export "$1"
    \\return
  fi
  __ct_lent="$__ct_lent $1"
  \\eval "$1=\\$2"
  \\export "$1"
}
__ct_return() {
  for __ct_v in PAGER GIT_PAGER DEBIAN_FRONTEND CDPATH GIT_CONFIG_PARAMETERS; do
    case " $__ct_lent " in *" $__ct_v "*) ;; *) \\continue ;; esac
    \\eval "__ct_now=\\\${$__ct_v-} __ct_had=\\$__ct_had_$__ct_v"
    case $__ct_v:$__ct_now in *PAGER:cat | DEBIAN_FRONTEND:noninteractive | CDPATH: | GIT_CONFIG_PARAMETERS:*"$__ct_looks") ;; *) \\continue ;; esac
    if [ -n "$__ct_had" ]; then \\eval "$__ct_v=\\$__ct_value_$__ct_v"; else \\unset "$__ct_v"; fi
  done
  __ct_lent=
  [ -z "$__ct_aliased" ] || \\eval "$__ct_aliased" >/dev/null
  __ct_aliased=
  [ -n "$__ct_off" ] || \\return 0
  for __ct_v in ${shUsuallyOff.join(" ")}; do
    case $__ct_off in *" $__ct_v "*) \\set -o "$__ct_v" ;; esac
  done
  case $__ct_off in *" no${mkshUsuallyOn} "*) \\set +o ${mkshUsuallyOn} ;; esac
  __ct_off=
}
# A command means what the shell usually makes of it: it was judged by that. Only mksh can ask for an option by its name.
__ct_usual() {
  if [ "$__ct_kind" != mksh ]; then
    case $- in *a*) \\set +a && __ct_off="$__ct_off allexport " ;; esac
    case $- in *f*) \\set +f && __ct_off="$__ct_off noglob " ;; esac
    \\return 0
  fi
  for __ct_v in ${shUsuallyOff.join(" ")}; do
    if [ -o "$__ct_v" ]; then \\set +o "$__ct_v" && __ct_off="$__ct_off $__ct_v "; fi
  done
  if [ ! -o ${mkshUsuallyOn} ]; then \\set -o ${mkshUsuallyOn} && __ct_off="$__ct_off no${mkshUsuallyOn} "; fi
}
__ct_wrap() {
  case \${PS1-} in *__ct_n*) \\return ;; esac
  __ct_a='\${__ct_e}]7711;\${__ct_n};A;\${__ct_s};$((__ct_p=__ct_p+1));$?;$$\${__ct_b}'
  # What a person types has no other hook, so each prompt tells the PATH.
  __ct_a=$__ct_a'\${__ct_e}]7711;\${__ct_n};V;\${__ct_s};r:\${PATH-};$$\${__ct_b}'
  __ct_z='\${__ct_e}]7711;\${__ct_n};B;\${__ct_s};$$\${__ct_b}'
  case $__ct_kind in
  ash) PS1="\\[$__ct_a\\]\${PS1-$ }\\[$__ct_z\\]" ;;
  mksh)
    __ct_d=$(__ct_put_escaped '\001')
    case \${PS1-} in
    ?"$__ct_cr"*) __ct_d=\${PS1%%"$__ct_cr"*} PS1=\${PS1#?"$__ct_cr"} ;;
    esac
    PS1="$__ct_d$__ct_cr$__ct_d$__ct_a$__ct_d\${PS1-$ }$__ct_d$__ct_z$__ct_d"
    ;;
  *) PS1="$__ct_a\${PS1-$ }$__ct_z" ;;
  esac
}
${shOwnNames}__ct_read() {
  __ct_x=$?
  # Where one is readonly it cannot be lent, and no answer means that nothing runs.
  case $1 in ${looksDigit}*)
    if ! (GIT_CONFIG_PARAMETERS= && { [ "\${GIT_PAGER-}" = cat ] || GIT_PAGER=cat; }) 2>/dev/null; then
      __ct_g='__ct_again "$__ct_x"' __ct_open=1
      \\return
    fi
    ;;
  esac
  __ct_tell
  __ct_s=$((__ct_s + 1)) __ct_q= __ct_open=
  __ct_where
  case $1 in [${namesDigit}-9]*) __ct_tell_names "$@" ;; esac
  __ct_mark "R;$__ct_s;$1;$__ct_x;yes;$__ct_pwd;0"
  while IFS= \\command read -r __ct_l; do
    __ct_l=\${__ct_l#*:}
    case $__ct_l in
    .*) \\break ;;
    !) __ct_g='__ct_again "$__ct_x"' __ct_open=1 && \\return ;;
    esac
    __ct_q=$__ct_q$__ct_l
  done
  # Half of a command is another command. All of it has been read if it is as long as was said, and all of it has been
  # decoded if it ends with the digits of this question.
  case $__ct_l in
  ".\${#__ct_q}") __ct_q=$(__ct_put "$__ct_q" | "$__ct_64" -d) || __ct_q= ;;
  *) __ct_q= ;;
  esac
  case $__ct_q in
  *"$1") __ct_q=\${__ct_q%"$1"} ;;
  *)
    __ct_mark "U;$__ct_s;$__ct_pwd"
    __ct_g='__ct_again "$__ct_x"'
    \\return
    ;;
  esac
  __ct_usual
  __ct_put_aside "$@"
  __ct_lend PAGER cat
  __ct_lend GIT_PAGER cat
  __ct_lend DEBIAN_FRONTEND noninteractive
  # Where a cd leads is judged by what stands there.
  __ct_lend CDPATH ""
  # Behind what the person has told git there: the last word holds.
  case $1 in ${looksDigit}*) __ct_lend GIT_CONFIG_PARAMETERS "\${GIT_CONFIG_PARAMETERS:+$GIT_CONFIG_PARAMETERS }$__ct_looks" ;; esac
  __ct_g="{ __ct_begin; } 2>/dev/null
$__ct_q
"
  # Before the eval itself ends with a failure; after an empty line, for a command that ends with a backslash. A command
  # that ends with an operator is not whole, and must not take this for the rest.
  __ct_v=$__ct_q
  while :; do case $__ct_v in *[" $__ct_nl"]) __ct_v=\${__ct_v%?} ;; *) \\break ;; esac; done
  case $__ct_v in *[\|\&]) \\return ;; esac
  if [ "$__ct_kind" = mksh ] || __ct_minds; then __ct_g="$__ct_g
{ __ct_end; } 2>/dev/null
"; fi
}
# A failure of ours would be noticed: under set -e it ends the shell (even one of an eval that set -e does not mind), and
# in mksh it runs the user's ERR trap.
__ct_minds() {
  case $- in *e*) \\return 0 ;; esac
  [ "$__ct_kind" = mksh ] || \\return 1
  \\eval '__ct_v=\${ trap; }'
  case $__ct_v in *ERR*) \\return 0 ;; esac
  \\return 1
}
__ct_again() { if __ct_minds; then \\return 0; else \\return "$1"; fi; }
__ct_begin() {
  [ "\${__ct_kind}@HISTORY@" = mkshkeep ] && \\builtin print -rs -- "$__ct_q"
  __ct_open=1
  __ct_mark "C;$__ct_s;$$"
  __ct_again "$__ct_x"
}
__ct_end() {
  __ct_now=$?
  [ -n "$__ct_open" ] || { __ct_again "$__ct_now"; \\return; }
  __ct_x=$__ct_now __ct_open=
  __ct_return
  __ct_where
  __ct_tell
  __ct_mark "D;$__ct_s;$__ct_x;$__ct_pwd"
  __ct_wrap
  # dash reads its line from the terminal as it is; where Enter was left without its meaning, nobody could type on, and
  # where the key that empties a line was, whatever stands there would be run together with ours.
  if [ "$__ct_kind" = dash ]; then
    case $("$__ct_stty" </dev/tty 2>/dev/null) in *-icrnl* | *-icanon* | *kill\ =*) "$__ct_stty" sane </dev/tty ;; esac
  fi
  __ct_again "$__ct_x"
}
__ct_cr=$(__ct_put_escaped '\r') __ct_nl=$(__ct_put_escaped '\t\n.')
__ct_nl=\${__ct_nl%.}
{ __ct_return; __ct_wrap; __ct_where; } 2>/dev/null
__ct_mark "S;$__ct_kind;$$;$$;$__ct_pwd"
`
  .replaceAll("\\${", "${")
  .replaceAll("\\\\", "\\");
