import { toJsonLine, UserError } from "../../base/index.ts";
import { knownCredentials, openDaemonCredentials } from "../../compose/index.ts";
import type { CliContext } from "../context.ts";
import { oneLine } from "../printable.ts";
import { checkCredentialName } from "./credential-name.ts";

export async function list(context: CliContext, options: { json?: boolean }): Promise<void> {
  const all = knownCredentials(context.stateDir())
    .list()
    .filter(({ kind }) => kind !== "link");
  if (options.json) return all.forEach((one) => void context.out(toJsonLine(one)));
  if (all.length === 0) return context.say("No tokens and no browser logins. Make one: cotty tokens new NAME\n");
  for (const { id, kind, name, scope, createdAt, expiresAt } of all) {
    const until = expiresAt === null ? "until revoked" : `until ${day(expiresAt)}`;
    const dates = context.paint("dim", `made ${day(createdAt)}, valid ${until}`);
    context.out(`${id}  ${kind.padEnd(7)}  ${scope.padEnd(7)}  ${oneLine(name, 40).padEnd(16)}  ${dates}\n`);
  }
}

export async function create(
  context: CliContext,
  name: string,
  options: { scope: "view" | "operate"; days?: number },
): Promise<void> {
  using credentials = await openDaemonCredentials(context.stateDir());
  checkCredentialName(name);
  if (credentials.list().some((one) => one.kind === "token" && one.name === name)) {
    throw new UserError(
      "usage.token-exists",
      `There is a token "${name}".`,
      `Revoke it first: cotty tokens revoke ${name}`,
    );
  }
  const { text } = credentials.create({
    kind: "token",
    name,
    scope: options.scope,
    ...(options.days !== undefined && { expiresAt: Date.now() + options.days * 86_400_000 }),
  });
  context.err("This is the token. It is shown once and not kept:\n");
  context.out(`${text}\n`);
}

export async function revoke(context: CliContext, name: string): Promise<void> {
  const count = knownCredentials(context.stateDir()).revoke(name);
  if (count === 0) throw new UserError("token.unknown", `There is no token "${name}".`, "List them: cotty tokens");
  context.out(`Revoked ${name}.\n`);
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
