import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
  ".map": "application/json",
};

/** The browser app's files; a path without an extension is one of its pages. Null when there is no such file. */
export async function staticFile(root: string, urlPath: string): Promise<Response | null> {
  const path = pathWithin(root, urlPath);
  if (path === null) return null;
  const isPage = extname(path) === "";
  const found = await readOrNull(isPage ? join(root, "index.html") : path);
  if (found === null) return isPage ? notBuilt() : null;
  const isNamedByContent = urlPath.startsWith("/assets/");
  return new Response(found, {
    headers: {
      "content-type": isPage ? "text/html; charset=utf-8" : (types[extname(path)] ?? "application/octet-stream"),
      "cache-control": isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache",
    },
  });
}

/** Null for everything that would lead out of the folder, however it is written. */
function pathWithin(root: string, urlPath: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  if (/[\0\\]/.test(decoded) || decoded.split("/").some((part) => part.startsWith("."))) return null;
  const path = join(root, decoded);
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep) ? path : null;
}

async function readOrNull(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (["ENOENT", "EISDIR", "ENOTDIR", "ENAMETOOLONG"].includes((error as NodeJS.ErrnoException).code ?? ""))
      return null;
    throw error;
  }
}

function notBuilt(): Response {
  return new Response("The browser app is not built here. Run: npm run build\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
