import type { ServerContext } from "../context.ts";
import { apiPage } from "../http/api-page.ts";

/** The API described for programs, and for people from the same description. */
export function addDocs({ app, endpoints, deps }: ServerContext): void {
  const about = {
    openapi: "3.1.0",
    info: {
      title: "Cotty",
      version: deps.version,
      description: "Sessions in which a person and an agent share a terminal.",
    },
  };
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  app.openAPIRegistry.registerComponent("securitySchemes", "cookie", { type: "apiKey", in: "cookie", name: "cotty" });
  let document: ReturnType<typeof app.getOpenAPI31Document> | null = null;
  const read = () => {
    document ??= app.getOpenAPI31Document(about);
    return document;
  };
  endpoints.routes.push(
    { method: "get", path: "/api/v1/openapi.json", access: "public", kind: "http" },
    { method: "get", path: "/api/v1/docs", access: "public", kind: "http" },
  );
  app.get("/api/v1/openapi.json", (c) => c.json(read()));
  app.get("/api/v1/docs", (c) => c.html(apiPage(read())));
}
