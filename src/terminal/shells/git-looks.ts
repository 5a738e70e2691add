/**
 * The first digit of a challenge for a command that only looks with git: a shell that answers it has `gitLooks` in
 * its environment, and one that cannot says that it is elsewhere, or nothing. Other challenges begin with another one.
 */
export const looksDigit = 9;
