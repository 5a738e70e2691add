import { readRows } from "../effect-rows.ts";

/** Programs that look for things and can do more. */
export const searchEffects = readRows(`
info
  options: -o=> --output=>
  => starts: Shows a manual, which may come from this folder and start programs.
    yes: info ls
    no: which info
sdiff diff3
  options: -o=> --output=> --diff-program=!
  => starts: {} compares files through a program that its options name, and may write what differs.
    yes: sdiff a b ;; diff3 a b c
    no: diff -u a b
ack
  options: --pager=! --ackrc=!
  => starts: ack obeys settings of the folder, which can name a pager.
    yes: ack foo
    no: which ack
bzgrep => starts: bzgrep hands its words to a shell as they are.
    yes: bzgrep
  no: zgrep error a.log.gz
tldr
  prints: fetched
  => talks: tldr may fetch its pages, and keeps them.
    yes: tldr tar
    no: which tldr
cheat => starts: cheat may write its settings, and starts a pager.
    yes: cheat
  no: which cheat
cloc => starts: cloc unpacks archives and starts other programs.
    yes: cloc
  no: which cloc
glow => starts: glow fetches addresses as well as files, and keeps a log.
    yes: glow
  no: which glow
dasel => starts: dasel can write files.
    yes: dasel
  no: which dasel
fzf => starts: fzf runs commands for previews and key bindings.
    yes: fzf
  no: which fzf
peco => starts: peco opens an interactive list.
    yes: peco
  no: which peco
fx => starts: fx runs code on JSON.
    yes: fx
  no: which fx
mlr => starts: mlr can write files and start programs.
    yes: mlr
  no: which mlr
tig => starts: Opens a viewer that can start programs.
    yes: tig
  no: which tig
lazygit => starts: Opens a viewer that can change the repository.
    yes: lazygit
  no: which lazygit
`);
