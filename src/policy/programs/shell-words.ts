import type { Habits } from "./program.ts";

/** Words that a shell does itself, and what is to be known of them beside their judges. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** What every shell does itself: mksh starts a program for printf, zsh for shopt, dash for pushd. */
export const inEveryShell = words(`
  : . eval exec trap alias unalias export readonly unset set shift read cd pwd umask wait times return break continue test [
  echo true false command getopts ulimit`);

/** Names that the shell itself means, whatever programs there are. */
export const shellWords = words(`
  : . source eval exec trap alias unalias export declare typeset local readonly unset set shopt read cd pushd popd dirs pwd
  function enable hash builtin command test [ echo printf true false times wait jobs return break continue shift getopts
  mapfile readarray umask ulimit`);

/** No program has these names: behind one that starts programs they do nothing, or something else. */
export const onlyInShell = words(`
  eval . source read cd pushd popd local declare typeset export readonly unset set shopt alias unalias trap mapfile readarray
  getopts let shift exec builtin hash enable bind complete setopt unsetopt wait jobs fg bg disown dirs umask ulimit times
  return break continue exit logout suspend caller compgen compopt history fc help type command :`);

/** They print and compare their words, or hand them on: none of them changes what a word names. */
export const leavesNames = words("echo printf test [ command builtin");

/** They cut a line into fields: `IFS= read -r line` only tells them where. */
export const cutsFields = words("read mapfile readarray");

const loose = words(`
  : true false return break continue shift pwd times cd pushd popd echo printf test [ read mapfile readarray getopts local
  command builtin`);
const opensNothing = words(": true false echo printf test [ read cd pushd popd command");
const silent = words(": true false test [ read mapfile readarray return break continue shift");
/** In a loop they wait, or end it. */
const endsRound = words("read wait break return exit");

export const wordHabits = (name: string): Habits => ({
  ...(loose.has(name) && { loose: true }),
  ...(opensNothing.has(name) && { opensNothing: true }),
  ...(silent.has(name) && { isSilent: () => true }),
  ...(endsRound.has(name) && { loop: "pauses" }),
});
