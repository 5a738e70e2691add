import { extname, join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import { etag } from "hono/etag";
import type { AppEnv } from "./guards.ts";
import { errorResponse, notFound } from "./http-error.ts";

/** The browser app's files; a path without an extension is one of its pages. */
export function addStaticFiles(app: Pick<Hono<AppEnv>, "get">, root: string): void {
  const files = serveStatic({
    allowPercentInPath: true,
    rewriteRequestPath: (path) => join(root, isPage(path) ? "index.html" : path),
  });
  app.get("*", etag(), async (c) => {
    const found = isPlain(c.req.path) ? await files(c, async () => {}) : undefined;
    if (found instanceof Response) {
      found.headers.set(
        "cache-control",
        isNamedByContent(c.req.path) ? "public, max-age=31536000, immutable" : "no-cache",
      );
      return found;
    }
    return isPage(c.req.path) && isPlain(c.req.path)
      ? notBuilt()
      : errorResponse(notFound("such file", "Open / instead."));
  });
}

const isPage = (path: string) => extname(path) === "";

const isNamedByContent = (path: string) => path.startsWith("/assets/") && !isPage(path);

/** False for hidden files and for what would lead out of the folder, however it is written. */
function isPlain(path: string): boolean {
  try {
    const decoded = decodeURIComponent(path);
    return !/[\0\\]/.test(decoded) && !decoded.split("/").some((part) => part.startsWith("."));
  } catch {
    return false;
  }
}

function notBuilt(): Response {
  return new Response("The browser app is not built here. Run: npm run build\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
