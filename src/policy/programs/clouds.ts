import { answersOnly, type Form, nameServer, type Program, subs } from "./program.ts";

/** Clients whose options are words behind one dash. */
const hashi = (name: string, options: string, forms: readonly Form[]): Program => ({
  ...subs(name, options, forms),
  // Whatever it is asked, it asks whether there is a newer version, and keeps the answer.
  connects: [nameServer],
  opens: /\/\.terraform\.d(?:\/|$)/,
  anywhere: true,
  words: true,
});

/** What describes machines. Clients of the large clouds have files of their own. */
export const cloudPrograms: readonly Program[] = [
  hashi("terraform tofu", "", [
    answersOnly("-version|-v", ["terraform -version"]),
    {
      sub: "version|workspace show",
      talks: true,
      match: ["terraform version", "terraform workspace show"],
      notMatch: [
        "terraform fmt -check",
        "terraform -chdir=x workspace show",
        "terraform validate",
        "terraform plan",
        "terraform providers",
      ],
    },
  ]),
];
