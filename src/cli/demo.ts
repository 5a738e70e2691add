import { fileURLToPath } from "node:url";

/** The script of the demonstration, as shipped beside the program. */
export function demoScript(): string {
  // dist/ and src/cli/ are one and two levels below the project's folder.
  const up = import.meta.url.includes("/src/cli/") ? "../../" : import.meta.url.includes("/chunks/") ? "../../" : "../";
  return fileURLToPath(new URL(`${up}demo/first-steps.json`, import.meta.url));
}
