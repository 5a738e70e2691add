import { UserError } from "../../base/index.ts";
import { type ProviderSettings, requireBaseUrl } from "../provider-settings.ts";
import type { OpenedModel } from "../sdk-types.ts";
import { showThoughts } from "./google.ts";

export async function openVertex(
  name: string,
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<OpenedModel> {
  const apiKey = settings.apiKey?.trim() || undefined;
  const location = settings.location?.trim() || "global";
  // With an API key (express mode) the key itself names the project.
  const project = apiKey === undefined ? requireProject(settings) : undefined;
  const base = settings.baseUrl === undefined ? undefined : vertexBase(settings, project, location);
  const { createGoogleVertex } = await import("@ai-sdk/google-vertex");
  const provider = createGoogleVertex({
    location,
    fetch,
    headers: settings.headers ?? {},
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(project === undefined ? {} : { project }),
    ...(base === undefined ? {} : { baseURL: base }),
    ...(settings.credentialsFile === undefined ? {} : { googleAuthOptions: { keyFilename: settings.credentialsFile } }),
  });
  return { language: provider(name), extras: ({ thinking }) => (thinking ? showThoughts("googleVertex") : {}) };
}

/** A base URL ends with the version (`…/v1beta1`), like that of every provider; the rest of the path is Vertex's own. */
function vertexBase(settings: ProviderSettings, project: string | undefined, location: string): string {
  const base = requireBaseUrl("vertex", settings);
  if (base.includes("/publishers/")) return base;
  const scope =
    project === undefined ? "" : `/projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}`;
  return `${base}${scope}/publishers/google`;
}

function requireProject(settings: ProviderSettings): string {
  const project = settings.project?.trim();
  if (project !== undefined && project !== "") return project;
  throw new UserError(
    "model.missing-project",
    "Google Vertex AI needs the name of a Google Cloud project.",
    "Set GOOGLE_CLOUD_PROJECT, or project under [providers.vertex] in config.toml; location works the same way.",
  );
}
