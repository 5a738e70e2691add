import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./guards.ts";

/**
 * No inline script, no frames, nothing from elsewhere. Styles may be inline because xterm.js and the recording player
 * set them from script; WebAssembly is the player's terminal.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const headers: Record<string, string> = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};

export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  // What a session says is for who asked, not for a cache on the way.
  if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
});
