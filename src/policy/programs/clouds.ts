import { answersOnly, type Form, type Program, subs } from "./program.ts";

/** Clients whose options are words behind one dash. */
const hashi = (name: string, options: string, forms: readonly Form[]): Program => ({
  ...subs(name, options, forms),
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
