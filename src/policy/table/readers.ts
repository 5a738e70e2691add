/** Commands with a judge of their own of which no option writes, runs or changes anything. */
export const harmlessOptions: ReadonlySet<string> = new Set(
  `: true false return break continue shift pwd times cd pushd popd echo printf test [ read mapfile readarray
  getopts local command builtin jq gojq`.split(/\s+/),
);
