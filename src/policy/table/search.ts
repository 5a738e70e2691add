import { network, read, runs, type Table } from "../spec.ts";

/** Searching text and names, and looking things up. */
export const search: Table = {
  "dpkg-query": read("-WlsSLpc -f= --show --list --status --search --listfiles --showformat= --no-pager"),
  bzgrep: runs("bzgrep hands its words to a shell as they are."),
  tldr: network("tldr may fetch its pages, and keeps them."),
  cheat: runs("cheat may write its settings, and starts a pager."),
  cloc: runs("cloc unpacks archives and starts other programs."),
  glow: runs("glow fetches addresses as well as files, and keeps a log."),
  dasel: runs("dasel can write files."),
  fzf: runs("fzf runs commands for previews and key bindings."),
  peco: runs("peco opens an interactive list."),
  fx: runs("fx runs code on JSON."),
  mlr: runs("mlr can write files and start programs."),
  tig: runs("Opens a viewer that can start programs."),
  lazygit: runs("Opens a viewer that can change the repository."),
};
