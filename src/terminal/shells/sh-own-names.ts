import { namesDigit, usualDigit } from "./challenges.ts";

/**
 * The part of `shScript` that says what the command words of a line are, and keeps a person's own out of it: behind the
 * digits of the challenge come the words.
 */
export const shOwnNames = String.raw`__ct_tell_names() {
  __ct_names=
  case $1 in
  ${namesDigit}*) { __ct_spell_names "$@"; } >/dev/null 2>&1 ;;
  *) { __ct_find_names "$@"; } >/dev/null 2>&1 ;;
  esac
  __ct_mark "F;$1;$__ct_names"
}
# Only mksh can say it without a process.
__ct_find_names() {
  \\shift
  if [ "$__ct_kind" = mksh ]; then
    for __ct_v in "$@"; do
      \\command typeset -f "$__ct_v" && __ct_names="$__ct_names $__ct_v:function:"
    done
    \\eval '__ct_v=\${ trap; }'
    case $__ct_v in *ERR*) __ct_names="$__ct_names trap:hook:" ;; esac
    \\return 0
  fi
  __ct_v=$__ct_nl$(\\command type "$@")$__ct_nl
  for __ct_w in "$@"; do
    case $__ct_v in
    *["$__ct_nl"]"$__ct_w is a function"["$__ct_nl"]* | *["$__ct_nl"]"$__ct_w is a shell function"["$__ct_nl"]*)
      __ct_names="$__ct_names $__ct_w:function:"
      ;;
    esac
  done
}
__ct_spell_names() {
  \\shift
  __ct_told=
  for __ct_now in "$@"; do
    __ct_v=$(\\command alias "$__ct_now") && __ct_told="$__ct_told $__ct_now:alias:$(__ct_spell "\${__ct_v#*=}")"
    __ct_names=
    __ct_find_names "" "$__ct_now"
    case $__ct_names in *:function:) __ct_names=$__ct_names$(__ct_spell_function "$__ct_now") ;; esac
    __ct_told=$__ct_told$__ct_names
  done
  __ct_names=$__ct_told
}
# dash and busybox print the text of no function.
__ct_spell_function() { [ "$__ct_kind" != mksh ] || __ct_spell "$(\\command typeset -f "$1")"; }
__ct_spell() { { __ct_put "$1"; __ct_put_escaped '\0'; } | "$__ct_64" | "$__ct_tr" -d '\n'; }
# No word of the line stands for other text. Only words that are aliases take a process.
__ct_put_aside() {
  case $1 in [${usualDigit}-9]*) ;; *) \\return 0 ;; esac
  \\shift
  for __ct_w in "$@"; do
    __ct_v=$(\\command alias "$__ct_w" 2>/dev/null) || \\continue
    # What mksh itself begins with.
    case $__ct_kind:$__ct_v in mksh:type=\'\\\\builtin*|mksh:local=\'\\\\builtin*|mksh:hash=\'\\\\builtin*) \\continue ;; esac
    __ct_aliased="$__ct_aliased
\\alias $__ct_v"
    \\unalias "$__ct_w"
  done
}
`;
