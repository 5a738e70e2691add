/** The part of `bashScript` for shells where PROMPT_COMMAND or a prompt is readonly, so that others have to speak for them. */
export const bashWithoutHooks = String.raw`# Where PROMPT_COMMAND is readonly: the run key leaves one more key in the line editor, which reads it at the next prompt
# before any other, and it does what the hooks do elsewhere.
__ct_arm() {
  __ct_enter_key
  __ct_given=$__ct_seq __ct_given_status=$1 __ct_given_number=\${__ct_ran@P} __ct_more=
  # Its switch is the only word of where the output has ended.
  if [[ $__ct_pasting == off && $__ct_mute ]]; then
    __ct_pasting=lent
    "$__ct_do" bind 'set enable-bracketed-paste on'
  fi
}
__ct_late() {
  __ct_look "$1"
  case $__ct_place$__ct_keyed in
    promptK) __ct_catch_up "$1" ;;
    more*) __ct_mark "2;$__ct_seq;$$" ;;
  esac
}
__ct_catch_up() {
  __ct_by_key=1
  if [[ -z $__ct_mute && \${PS1-}\${PS2-}\${PS0-} == "$__ct_own" && $__ct_seq != "$__ct_given" ]]; then
    # The prompt itself has told it.
    __ct_return
    __ct_own_again
    __ct_where
  else
    __ct_first "$1"
    [[ $__ct_mute ]] || __ct_show
  fi
  __ct_by_key=
  if [[ $__ct_pasting == lent ]]; then
    __ct_pasting=off
    "$__ct_do" bind 'set enable-bracketed-paste off'
    # An older line editor switches it off at its end only if it is on then.
    "$__ct_do" printf '\e[?2004l' >/dev/tty
  fi
}
# Ctrl+C was pressed at a prompt for more of the line, and the line editor has come back.
__ct_gave_up() {
  [[ $1 != 130 ]] || __ct_more= __ct_given_number=
  __ct_ask "$1"
}
# The line that was run is not complete yet. A prompt for more of it says so; where that is readonly, it is certain only
# that the line is complete when a command was counted, or the status is another one.
__ct_wants_more() {
  [[ -z $__ct_more ]] || "$__ct_do" return 0
  [[ $__ct_sees_more || \${__ct_ran@P} != "$__ct_given_number" || $1 != "$__ct_given_status" ]] && "$__ct_do" return 1
  "$__ct_do" return 0
}
# In place of a prompt that is readonly, and right before it.
__ct_show() {
  __ct_mark "A;$__ct_seq;\${__ct_ran@P};$__ct_status;$$;\${HISTCMD-}"
  __ct_mark "B;$__ct_seq;$$"
}
`;
