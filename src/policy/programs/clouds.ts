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
      sub: "fmt",
      // `-check=false` writes, and so does the command without it.
      options: "-check -diff -recursive -no-color",
      has: ["-check"],
      operands: ["read"],
      // Every command of it asks whether there is a newer version.
      talks: true,
      match: ["terraform fmt -check -diff -recursive"],
      notMatch: [
        "terraform fmt",
        "terraform fmt -check=false",
        "terraform fmt -check -write=true",
        "terraform fmt -recursive",
      ],
    },
    {
      sub: "version|workspace show",
      talks: true,
      match: ["terraform version", "terraform workspace show"],
      notMatch: ["terraform -chdir=x workspace show", "terraform validate", "terraform plan", "terraform providers"],
    },
  ]),
];
