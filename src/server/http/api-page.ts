/** The parts of an OpenAPI document that the page shows. */
interface ApiDocument {
  info: { title: string; version: string; description?: string | undefined };
  paths?: object | undefined;
}

interface Operation {
  summary?: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content?: { "application/json"?: { schema?: unknown } } };
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>;
}

/** The API as a page that needs no script. */
export function apiPage(document: ApiDocument): string {
  const routes = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => routeSection(method, path, operation as Operation)),
  );
  const { title, version, description } = document.info;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} API</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font: 600 1rem/1.4 ui-monospace, monospace; margin: 2rem 0 .25rem; overflow-wrap: anywhere; }
h2 b { display: inline-block; min-width: 4.5rem; }
p { margin: .25rem 0; }
pre { overflow: auto; padding: .75rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 6px; font-size: .85rem; }
</style></head><body>
<h1>${escapeHtml(title)} ${escapeHtml(version)}</h1>
<p>${escapeHtml(description ?? "")} For programs: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<p>Send a token with every request (<code>Authorization: Bearer …</code>, from <code>cotty tokens new NAME</code>), and JSON bodies as <code>application/json</code>. Live events and terminals come over the WebSocket <code>/api/v1/stream</code>.</p>
${routes.join("\n")}
</body></html>
`;
}

function routeSection(method: string, path: string, operation: Operation): string {
  const scope = operation.security?.[0]?.["bearer"]?.[0] ?? "public";
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required }) =>
      `<code>${escapeHtml(name)}</code> (${escapeHtml(place)}${required ? "" : ", optional"})`,
  );
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  return `<section><h2><b>${escapeHtml(method.toUpperCase())}</b>${escapeHtml(path)}</h2>
<p>${escapeHtml(operation.summary ?? "")} <em>Scope: ${escapeHtml(scope)}.</em></p>
${parameters.length > 0 ? `<p>Takes ${parameters.join(", ")}.</p>` : ""}
${body === undefined ? "" : details("Body", body)}
${Object.entries(operation.responses ?? {})
  .filter(([status]) => status !== "default")
  .map(([status, { content }]) => details(`Answer ${status}`, Object.values(content ?? {})[0]?.schema ?? {}))
  .join("\n")}</section>`;
}

function details(title: string, schema: unknown): string {
  return `<details><summary>${escapeHtml(title)}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
