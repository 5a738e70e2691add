/** Built before anything uses it, because a later piece of work needs it. The list is empty when all of them are done. */
export type Waiting = { readonly for: "the terminal interface" | "external agents" | "child sessions" } & (
  | { readonly kind: "export"; readonly file: string; readonly name: string }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "event"; readonly type: string }
  | { readonly kind: "hold"; readonly name: string }
  | { readonly kind: "script"; readonly name: string; readonly folder: string }
);

const selectors = "src/session/selectors.ts";

export const waiting: readonly Waiting[] = [
  { for: "the terminal interface", kind: "file", file: "src/session/draft.ts" },
  { for: "the terminal interface", kind: "export", file: selectors, name: "paneRows" },
  { for: "the terminal interface", kind: "export", file: selectors, name: "minimumRows" },
  { for: "external agents", kind: "file", file: "src/web/lib/use-agent-connection.ts" },
  { for: "external agents", kind: "hold", name: "asked" },
  { for: "external agents", kind: "hold", name: "unsupervised" },
  { for: "external agents", kind: "script", name: "test:agents", folder: "test/agents" },
  { for: "child sessions", kind: "event", type: "child.opened" },
];

export const waitingFiles = waiting.flatMap((row) => (row.kind === "file" ? [row.file] : []));
