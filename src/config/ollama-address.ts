/**
 * OLLAMA_HOST as Ollama itself reads it: host, port and scheme may each be missing. It also names what a server
 * listens on, so "every address" means this machine for a client.
 */
export function ollamaAddress(written: string): string {
  const trimmed = written.trim().replace(/\/+$/, "");
  const scheme = /^(https?):\/\//.exec(trimmed)?.[1];
  const rest = trimmed.replace(/^https?:\/\//, "");
  const port = scheme === "https" ? 443 : scheme === "http" ? 80 : 11_434;
  const host = rest
    .replace(/^(?=:\d+$)/, "127.0.0.1")
    .replace(/^0\.0\.0\.0(?=:|$)/, "127.0.0.1")
    .replace(/^\[::\](?=:|$)/, "[::1]");
  const hasPort = /^[^/]*:\d+$/.test(host.replace(/^\[[^\]]*\]/, "v6"));
  return `${scheme ?? "http"}://${host}${hasPort || host.includes("/") ? "" : `:${port}`}`;
}
