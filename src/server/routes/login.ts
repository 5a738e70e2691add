import { setCookie } from "hono/cookie";
import * as z from "zod";
import { protocolVersion } from "../../protocol/index.ts";
import type { Ends } from "../auth/peer-socket.ts";
import { peerUser } from "../auth/peer-user.ts";
import type { ServerContext } from "../context.ts";
import { addressOf, tooManyWrong } from "../http/guards.ts";
import { errorResponse } from "../http/http-error.ts";

const loginDays = 30;

/** From a one-time link to a cookie, who one is, and out again. */
export function addLoginRoutes(context: ServerContext): void {
  const { app, endpoints, credentials, cookieName, deps, places, wrongTokens, checkProgram } = context;
  endpoints.routes.push({ method: "get", path: "/login", access: "public", kind: "http" });
  app.get("/login", async (c) => {
    // A login is the right to approve: an agent that could have one would answer its own questions.
    await checkProgram(c.env?.incoming?.socket);
    if (!isOwnUser(c.env?.incoming?.socket ?? {}, c.req.header("host"))) return c.html(otherUserPage, 403);
    // Programs that only look whether an address is there (HEAD) must not use it up.
    const used = c.req.method === "GET" ? credentials.useLink(c.req.query("code") ?? "") : null;
    if (used === null) {
      const retryAfterS = wrongTokens.take(addressOf(c));
      return retryAfterS === null ? c.html(usedLinkPage, 401) : errorResponse(tooManyWrong(retryAfterS));
    }
    // The page is about to load, and its first sight is a live terminal.
    if (used.scope === "operate") deps.terminals.prepare();
    const expiresAt = Date.now() + loginDays * 86_400_000;
    const login = credentials.create({ kind: "browser", ...used, expiresAt });
    setCookie(c, cookieName, login.text, {
      httpOnly: true,
      sameSite: "Strict",
      path: "/",
      maxAge: loginDays * 86_400,
      secure: places.isSecure(c.req.header("host")),
    });
    // To an address without the code: no bookmark and no Referer has it. What a browser keeps of it is used up.
    return c.redirect("/", 303);
  });

  /**
   * A browser is given the link on its command line, which every user of the machine can read: only a program of our
   * own user may bring it. Through a proxy it is the proxy that comes, for whomever.
   */
  function isOwnUser(ends: Ends, host: string | undefined): boolean {
    const user = places.isForeign(host) ? null : peerUser(ends);
    return user === null || user === 0 || user === process.getuid?.();
  }

  endpoints.add({
    method: "get",
    path: "/api/v1/health",
    name: "health",
    access: "public",
    summary: "Whether the server is there, and which one it is.",
    answers: z.object({ status: z.literal("ok"), product: z.literal("cotty"), version: z.string(), protocol: z.int() }),
    handle: () => ({ status: "ok", product: "cotty", version: deps.version, protocol: protocolVersion }),
  });

  endpoints.add({
    method: "get",
    path: "/api/v1/me",
    name: "me",
    access: "view",
    summary: "Who you are to this server, and what you may do.",
    answers: z.object({ name: z.string(), scope: z.enum(["view", "operate"]), kind: z.enum(["token", "browser"]) }),
    handle: ({ identity: { name, scope, kind } }) => ({ name, scope, kind }),
  });

  endpoints.add({
    method: "post",
    path: "/api/v1/logout",
    name: "logout",
    access: "view",
    summary: "End this login. A token stays valid until it is revoked.",
    answers: z.object({ loggedOut: z.boolean() }),
    handle: ({ identity }) => {
      if (identity.kind === "browser") credentials.revoke(identity.id);
      return Response.json(
        { loggedOut: identity.kind === "browser" },
        { headers: { "set-cookie": `${cookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict` } },
      );
    },
  });
}

const otherUserPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Cotty: this link is somebody else's</title>
<body style="font: 16px/1.6 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1rem">
<h1 style="font-size: 1.3rem">This link is for another user of this machine</h1>
<p>On the machine itself a login link works for the user who runs Cotty. Run <code>cotty web</code> as the user you are.</p>
</body></html>
`;

const usedLinkPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Cotty: this link was used</title>
<body style="font: 16px/1.6 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1rem">
<h1 style="font-size: 1.3rem">This link has been used, or is too old</h1>
<p>A login link works once, for ten minutes. Run <code>cotty web</code> for a new one.</p>
<p>If you are logged in already: <a href="/">open Cotty</a>.</p>
</body></html>
`;
