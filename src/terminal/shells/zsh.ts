/**
 * What is evaluated inside zsh, once per shell. It adds to precmd_functions and preexec_functions, wraps the prompts,
 * and binds three private keys. zsh prints its "no newline at the end" filler before precmd, so X in PROMPT_EOL_MARK
 * says where the output really ended. SHLVL in A, C and 2 tells a nested zsh with inherited prompts apart.
 */
export const zshScript = String.raw`
typeset -g __ct_nonce=@NONCE@ __ct_line= __ct_point=0 __ct_options= __ct_lent= __ct_pwd= __ct_said= __ct_here=
typeset -g __ct_64=$(builtin whence -p base64) __ct_tr=$(builtin whence -p tr)
typeset -gi __ct_seq=0
: "\${__ct_a=}" "\${__ct_b=}" "\${__ct_2=}" "\${__ct_x=}"
__ct_mark() { builtin printf '\e]7711;%s;%s\a' "$__ct_nonce" "$1" >/dev/tty }
__ct_where() {
  __ct_pwd=$PWD
  [[ $__ct_pwd -ef . ]] || __ct_pwd=$(builtin pwd -P)
  case $__ct_pwd in
    *[[:cntrl:]]*) __ct_pwd=b:$(builtin printf %s "$__ct_pwd" | "$__ct_64" | "$__ct_tr" -d '\n') ;;
    *) __ct_pwd=r:$__ct_pwd ;;
  esac
}
__ct_lend() {
  [[ "\${(P)1-}" == "$2" ]] && return
  __ct_lent="$__ct_lent $1"
  typeset -g "__ct_value_$1=\${(P)1-}" "__ct_had_$1=\${(Pt)1-}"
  builtin export "$1=$2"
}
__ct_return() {
  local name value had
  for name in PAGER GIT_PAGER DEBIAN_FRONTEND; do
    [[ " $__ct_lent " == *" $name "* ]] || continue
    [[ "$name:\${(P)name-}" == (*PAGER:cat|DEBIAN_FRONTEND:noninteractive) ]] || continue
    value=__ct_value_$name had=__ct_had_$name
    if [[ -z "\${(P)had}" ]]; then builtin unset "$name"
    elif [[ "\${(P)had}" == *export* ]]; then builtin export "$name=\${(P)value}"
    else typeset -g +x "$name=\${(P)value}"
    fi
  done
  __ct_lent=
  [[ $__ct_options == *b* ]] && setopt banghist
  [[ $__ct_options == *c* ]] && unsetopt interactivecomments
  __ct_options=
}
__ct_prepare() {
  local __ct_status=$?
  {
    [[ -n $PREBUFFER ]] && return
    __ct_line=$BUFFER __ct_point=$CURSOR BUFFER=
    __ct_options=
    [[ -o banghist ]] && { unsetopt banghist; __ct_options=b }
    [[ -o interactivecomments ]] || { setopt interactivecomments; __ct_options+=c }
    __ct_lend PAGER cat
    __ct_lend GIT_PAGER cat
    __ct_lend DEBIAN_FRONTEND noninteractive
    __ct_where
    local hooks=no
    [[ " \${precmd_functions[*]-} " == *" __ct_first "* ]] && hooks=yes
    __ct_here=yes
    [[ $__ct_pwd == "$__ct_said" ]] || __ct_here=no
    __ct_said=$__ct_pwd
    __ct_mark "R;$__ct_seq;$__ct_status;$__ct_here;$hooks;$__ct_pwd;\${#__ct_line}"
  } >/dev/null 2>&1
}
__ct_give_back() {
  { __ct_return } >/dev/null 2>&1
  BUFFER=$__ct_line CURSOR=$__ct_point __ct_line=
}
__ct_paste() { zle .bracketed-paste }
__ct_run() { if [[ $__ct_here == yes ]]; then zle accept-line; else BUFFER=; fi }
__ct_first() {
  local __ct_status=$?
  {
    ((__ct_seq += 1))
    __ct_return
    __ct_where
    __ct_said=$__ct_pwd
    __ct_mark "D;$__ct_seq;$__ct_status;$__ct_pwd"
  } >/dev/null 2>&1
  [[ -o errexit ]] && return 0
  return $__ct_status
}
__ct_last() {
  local __ct_status=$? __ct_errexit=$options[errexit]
  {
    emulate -L zsh
    local mark=$'\e]7711;'"$__ct_nonce;" text
    for text in "$__ct_a" "$__ct_b" "$__ct_2" "$__ct_x"; do
      [[ -n $text ]] || continue
      PS1=\${PS1//"$text"/} PS2=\${PS2//"$text"/} PROMPT_EOL_MARK=\${PROMPT_EOL_MARK-%B%S%#%s%b}
      PROMPT_EOL_MARK=\${PROMPT_EOL_MARK//"$text"/}
    done
    __ct_a="%{$mark""A;$__ct_seq;;%?;%L"$'\a%}'
    __ct_b="%{$mark""B;$__ct_seq;%L"$'\a%}'
    __ct_2="%{$mark""2;$__ct_seq;%L"$'\a%}'
    __ct_x="%{$mark""X;$__ct_seq"$'\a%}'
    PS1=$__ct_a\${PS1-}$__ct_b PS2=$__ct_2\${PS2-}
    PROMPT_EOL_MARK=$__ct_x\${PROMPT_EOL_MARK-%B%S%#%s%b}
  } >/dev/null 2>&1
  [[ $__ct_errexit == on ]] && return 0
  return $__ct_status
}
__ct_begin() {
  {
    emulate -L zsh
    local text=\${1[1,2000]}
    text=\${text//\%/%25}
    text=\${text//$'\n'/%0A}
    __ct_mark "C;$__ct_seq;$SHLVL;\${text//[[:cntrl:]]/ }"
  } >/dev/null 2>&1
}
__ct_keys() {
  local map
  zle -N __ct_prepare
  zle -N __ct_give_back
  zle -N __ct_paste
  zle -N __ct_run
  for map in emacs viins vicmd main; do
    bindkey -M $map '\e[7711~' __ct_prepare
    bindkey -M $map '\e[7712~' __ct_paste
    bindkey -M $map '\e[7713~' __ct_give_back
    bindkey -M $map '\e[7718~' __ct_run
  done
}
__ct_hook() {
  emulate -L zsh
  typeset -ga precmd_functions preexec_functions
  precmd_functions=(__ct_first \${precmd_functions:#__ct_*} __ct_last)
  preexec_functions=(\${preexec_functions:#__ct_*} __ct_begin)
}
{ __ct_keys; __ct_return; __ct_hook } >/dev/null 2>&1
__ct_mark "S;zsh;$SHLVL;$$"
`.replaceAll("\\${", "${");
