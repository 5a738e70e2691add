import { gitLooks } from "../../protocol/index.ts";
import { systemFolders } from "../system/look-path.ts";
import { looksDigit, namesDigit } from "./challenges.ts";
import { longestSearchPath } from "./mark-scanner.ts";

/**
 * What is evaluated inside fish, once per shell: event handlers, a wrapped fish_prompt, and private keys. fish does not
 * execute an incomplete line but waits for more of it, so the run key asks `commandline --is-valid` first. A tab in
 * pasted text would complete instead of being inserted, so tabs have a key of their own. Builtins are called as such,
 * because users have functions of any name; the other words here are reserved ones.
 */
export const fishScript = String.raw`
set -g __ct_nonce @NONCE@
set -g __ct_seq 0
# The folder of a project may be in front of the system's on the PATH.
function __ct_find
    for folder in ${systemFolders.join(" ")} (string match '/*' -- $PATH)
        test -x $folder/$argv[1]; and builtin echo $folder/$argv[1]; and return
    end
end
set -g __ct_64 (__ct_find base64)
set -g __ct_stty (__ct_find stty)
set -g __ct_line ''
set -g __ct_said ''
set -g __ct_digits ''
set -g __ct_here yes
set -g __ct_programs ''
set -g __ct_looks "${gitLooks}"
set -q __ct_lent; or set -g __ct_lent
function __ct_mark
    builtin printf '\e]7711;%s;%s\a' $__ct_nonce $argv[1] >/dev/tty
end
function __ct_where
    set -l here $PWD
    set -l real (builtin realpath . 2>/dev/null | string collect)
    set -l named (builtin realpath -- $PWD 2>/dev/null | string collect)
    # The folder was renamed, and its name leads to another one or to none.
    test "$real" = "$named"; or set here "$real"
    if string match -qr '[\x00-\x1f\x7f]' -- $here
        builtin echo b:(builtin printf '%s\0' $here | $__ct_64 | string join '')
    else
        builtin echo r:$here
    end
end
function __ct_tell
    set -l text r:(string join : -- $PATH)
    test "$text" = "$__ct_programs"; and return
    set -g __ct_programs $text
    test (string length -- $text) -le ${longestSearchPath}; and not string match -qr '[\x00-\x1f\x7f]' -- $text; or set text ''
    __ct_mark "V;$__ct_seq;$text;$fish_pid"
end
function __ct_lend
    set -q $argv[3] $argv[1]; and test "$$argv[1]" = "$argv[2]"; and return
    set -e __ct_value_$argv[1]
    set -qgx $argv[1]; and set -g __ct_value_$argv[1] x $$argv[1]
    set -qgu $argv[1]; and set -g __ct_value_$argv[1] u $$argv[1]
    set -ga __ct_lent $argv[1]
    set $argv[3] -g $argv[1] $argv[2]
end
# Behind what the person has told git there: the last word holds.
function __ct_lend_looks
    builtin contains GIT_CONFIG_PARAMETERS $__ct_lent; and return
    __ct_lend GIT_CONFIG_PARAMETERS (string join ' ' -- $GIT_CONFIG_PARAMETERS $__ct_looks) -x
end
function __ct_return
    for name in $__ct_lent
        string match -qr '^(cat|noninteractive|\.)?$' -- "$$name"; or string match -q -- "*$__ct_looks" "$$name"; or continue
        set -l kept __ct_value_$name
        set -l kept $$kept
        switch "$kept[1]"
            case x
                set -gx $name $kept[2..]
            case u
                set -gu $name $kept[2..]
            case '*'
                set -eg $name
        end
    end
    set -g __ct_lent
end
function __ct_first --on-event fish_postexec
    set -l __ct_status $status
    __ct_tell
    set -g __ct_seq (builtin math $__ct_seq + 1)
    __ct_return
    set -g __ct_said (__ct_where)
    __ct_mark "D;$__ct_seq;$__ct_status;$__ct_said"
end
function __ct_begin --on-event fish_preexec
    # The line editor's modes last until after this event, and Enter typed there would end no line of the command's.
    test -n "$__ct_stty"; and set -l modes ($__ct_stty icanon icrnl </dev/tty 2>/dev/null)
    set -l text (string sub -l 2000 -- $argv[1] | string trim -r -c ' ' | string replace -a % %25 | string join %0A)
    __ct_mark "C;$__ct_seq;$fish_pid;"(string replace -ar '[\x00-\x1f\x7f]' ' ' -- $text)
end
function __ct_cancel --on-event fish_cancel
    __ct_tell
    set -g __ct_seq (builtin math $__ct_seq + 1)
    __ct_return
    set -g __ct_said (__ct_where)
    __ct_mark "D;$__ct_seq;130;$__ct_said"
end
function __ct_error --on-event fish_posterror
    set -g __ct_seq (builtin math $__ct_seq + 1)
    __ct_return
    set -g __ct_said (__ct_where)
    __ct_mark "E;$__ct_seq;2;$__ct_said"
end
function __ct_status_is
    return $argv[1]
end
function __ct_wrap --on-event fish_prompt
    set -l __ct_status $status
    # Changing to vi keys and back removes every key.
    builtin bind -M insert \e\[7714~ >/dev/null 2>&1; and builtin bind \e\[7711~ >/dev/null 2>&1; or __ct_keys
    string match -q '*__ct_user_prompt*' -- (builtin functions fish_prompt); and return
    builtin functions -e __ct_user_prompt
    builtin functions -q fish_prompt; and builtin functions -c fish_prompt __ct_user_prompt; or function __ct_user_prompt; builtin echo -n '> '; end
    function fish_prompt
        set -l __ct_status $status
        __ct_mark "A;$__ct_seq;;$__ct_status;$fish_pid"
        __ct_status_is $__ct_status
        __ct_user_prompt
        # What the user does before a prompt may have changed it.
        __ct_tell
        builtin printf '\e]7711;%s;B;%s;%s\a' $__ct_nonce $__ct_seq $fish_pid
    end
end
function __ct_prepare
    set -l __ct_status $status
    # Random digits, a key each, that were typed before this key: R brings them back, so it is no mark of before.
    set -l digits (string sub -s -@DIGITS@ -- $__ct_digits)
    set -g __ct_digits ''
    # The line editor reads for a command, not for the prompt: that would take a command for the answer.
    if test (builtin status current-command) != fish
        set -g __ct_here no
        __ct_mark "R;$__ct_seq;$digits;$__ct_status;busy;;0"
        return
    end
    set -g __ct_line (builtin commandline | string collect)
    set -g __ct_point (builtin commandline -C)
    builtin commandline ''
    __ct_lend PAGER cat -x
    __ct_lend GIT_PAGER cat -x
    __ct_lend DEBIAN_FRONTEND noninteractive -x
    # Where a cd leads is judged by what stands there. Not for programs: a script would print where it goes.
    set -q CDPATH; and __ct_lend CDPATH . -u
    # A history without a name is in memory alone, and only this command sees it.
    test @HISTORY@ = hide; and __ct_lend fish_history '' -u
    set -l where (__ct_where)
    set -g __ct_here yes
    test "$where" = "$__ct_said"; or set -g __ct_here no
    set -g __ct_said $where
    string match -q '${looksDigit}*' -- $digits; and __ct_lend_looks
    __ct_tell
    set -g __ct_answer "R;$__ct_seq;$digits;$__ct_status;$__ct_here;$where;"(string length -- "$__ct_line")
    set -g __ct_asked $digits
    string match -qr '^[${namesDigit}-9]' -- $digits; or __ct_mark $__ct_answer
end
function __ct_spell
    builtin printf '%s\0' (string sub -l 2000 -- $argv[1] | string collect) | $__ct_64 | string join ''
end
# Behind a paste of words: says which of them are the person's own. What fish itself brings along is none of theirs.
function __ct_names
    set -l words (builtin commandline | string split ' ' -n)
    builtin commandline ''
    set -l names
    for word in $words
        if builtin functions -q -- $word
            set -l from (builtin functions --details -- $word)
            if not string match -q -- "$__fish_data_dir/*" "$from"; and not string match -q 'embedded:*' -- "$from"
                set -l text
                string match -q '${namesDigit}*' -- $__ct_asked
                and set text (__ct_spell (builtin functions -- $word | string collect))
                set -a names "$word:function:$text"
            end
        end
        if builtin contains -- $word cd pushd popd prevd nextd; and builtin functions --handlers-type variable | string match -qr '(^|\s)PWD\s'
            set -a names "$word:hook:"
        end
    end
    __ct_mark "F;$__ct_asked;$names"
    __ct_mark $__ct_answer
end
function __ct_give_back
    __ct_return
    builtin commandline -- $__ct_line
    builtin commandline -C -- $__ct_point
    set -g __ct_line ''
end
# fish replaces an abbreviation of the person's at the cursor when the line is accepted, with the text of the command or in
# any place: the cursor is put where no word is. Two blanks, because vi's keys may keep it on the last character.
function __ct_execute
    builtin commandline -a -- '  '
    builtin commandline -C 1000000000
    builtin commandline -f execute
end
function __ct_run
    if test "$__ct_here" = no
        builtin commandline ''
        return
    end
    # Only once: without the key that prepares, the next line is not the one that was meant.
    set -g __ct_here no
    builtin commandline --is-valid
    set -l validity $status
    # fish takes Enter after a backslash for a new line, whatever it says of the text.
    set -l text (builtin commandline | string collect)
    string match -qr '(^|[^\\\\])(\\\\\\\\)*\\\\\\z' -- $text; and set validity 2
    switch $validity
        case 2
            builtin commandline ''
            set -g __ct_seq (builtin math $__ct_seq + 1)
            __ct_return
            set -g __ct_said (__ct_where)
            __ct_mark "I;$__ct_seq;$__ct_said"
        case 1
            __ct_mark "C;$__ct_seq;$fish_pid"
            __ct_execute
        case '*'
            __ct_execute
    end
end
function __ct_keys
    for mode in default insert
        builtin bind -M $mode \e\[7711~ __ct_prepare
        builtin bind -M $mode \e\[7713~ __ct_give_back
        builtin bind -M $mode \e\[7714~ __ct_run
        builtin bind -M $mode \e\[7722~ __ct_names
        builtin bind -M $mode \e\[7716~ 'builtin commandline ""'
        for digit in 0 1 2 3 4 5 6 7 8 9
            builtin bind -M $mode \e\[773$digit~ "set -g __ct_digits \"\$__ct_digits\"$digit"
        end
    end
    builtin bind -M paste \e\[7715~ 'builtin commandline -i \t'
end
__ct_keys
__ct_return
__ct_wrap
__ct_mark "S;fish;$fish_pid;$fish_pid"
__ct_tell
`;
