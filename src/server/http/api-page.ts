/** The parts of an OpenAPI document that the page shows. */
interface ApiDocument {
  info: { title: string; version: string; description?: string | undefined };
  paths?: object | undefined;
  components?: { schemas?: object | undefined } | undefined;
}

interface Operation {
  summary?: string;
  description?: string;
  operationId?: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content?: { "application/json"?: { schema?: unknown } } };
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>;
}

/** The API as a page that needs no script; `origin` is where it is reached. */
export function apiPage(document: ApiDocument, origin: string): string {
  const routes = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => routeSection(method, path, operation as Operation)),
  );
  const shapes = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${details("Shape", schema)}</section>`,
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
p { margin: .25rem 0; white-space: pre-line; }
pre { overflow: auto; padding: .75rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 6px; font-size: .85rem; }
</style></head><body>
<h1>${escapeHtml(title)} ${escapeHtml(version)}</h1>
<p>${escapeHtml(description ?? "")} For programs: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<h2>First steps</h2>
<pre>auth="Authorization: Bearer $(cotty tokens new script)"
json="Content-Type: application/json"
api=${escapeHtml(origin)}/api/v1
curl -H "$auth" -H "$json" $api/sessions -d '{"title": "disk"}'
curl -H "$auth" -H "$json" $api/sessions/ID/requests \\
  -d '{"id": "any-text-once", "request": {"type": "prompt", "text": "What fills this disk?"}}'
curl -H "$auth" "$api/sessions/ID/events?after=0"
curl -H "$auth" $api/approvals
curl -H "$auth" -H "$json" $api/sessions/ID/requests \\
  -d '{"request": {"type": "approve", "stepId": "…", "digest": "…", "scope": "once"}}'</pre>
<p>Every refusal is <a href="#Error">one shape</a>. To follow a session instead of asking again: <a href="#stream">the stream</a>.</p>
<h1>Routes</h1>
${routes.join("\n")}
<h1>Shapes</h1>
${shapes.join("\n")}
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
  const kind = "101" in (operation.responses ?? {}) ? "WS" : method.toUpperCase();
  return `<section id="${escapeHtml(operation.operationId ?? "")}"><h2><b>${kind}</b>${escapeHtml(path)}</h2>
<p>${escapeHtml(operation.summary ?? "")} <em>Scope: ${escapeHtml(scope)}.</em></p>
${operation.description ? `<p>${escapeHtml(operation.description)}</p>` : ""}
${parameters.length > 0 ? `<p>Takes ${parameters.join(", ")}.</p>` : ""}
${body === undefined ? "" : details("Body", body)}
${Object.entries(operation.responses ?? {})
  .filter(([, { content }]) => content !== undefined)
  .filter(([status]) => status !== "default")
  .map(([status, { content }]) => details(`Answer ${status}`, Object.values(content ?? {})[0]?.schema ?? {}))
  .join("\n")}</section>`;
}

/** Where a shape names another one, the name leads there. */
function details(title: string, schema: unknown): string {
  const text = escapeHtml(JSON.stringify(schema, null, 2)).replaceAll(
    /#\/components\/schemas\/([\w.-]+)/g,
    (_, name: string) => `<a href="#${name}">${name}</a>`,
  );
  return `<details><summary>${escapeHtml(title)}</summary><pre>${text}</pre></details>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
