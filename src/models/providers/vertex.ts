import { UserError } from "../../base/index.ts";
import { given, type ProviderSettings, requireBaseUrl } from "../provider-settings.ts";
import type { OpenedModel } from "../sdk-types.ts";
import { showThoughts } from "./google.ts";

export async function openVertex(
  name: string,
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Promise<OpenedModel> {
  const apiKey = given(settings.apiKey);
  const location = given(settings.location) ?? "global";
  // With an API key (express mode) the key itself names the project.
  const project = apiKey === null ? requireProject(settings) : null;
  const base = given(settings.baseUrl) === null ? null : vertexBase(settings, project, location);
  const credentials = given(settings.credentialsFile);
  const { createGoogleVertex } = await import("@ai-sdk/google-vertex");
  const provider = createGoogleVertex({
    location,
    fetch,
    headers: settings.headers ?? {},
    ...(apiKey === null ? {} : { apiKey }),
    ...(project === null ? {} : { project }),
    ...(base === null ? {} : { baseURL: base }),
    ...(credentials === null ? {} : { googleAuthOptions: { keyFilename: credentials } }),
  });
  return { language: provider(name), extras: ({ thinking }) => (thinking ? showThoughts("googleVertex") : {}) };
}

/** A base URL ends with the version (`…/v1beta1`), like that of every provider; the rest of the path is Vertex's own. */
function vertexBase(settings: ProviderSettings, project: string | null, location: string): string {
  const base = requireBaseUrl("vertex", settings);
  if (base.includes("/publishers/")) return base;
  const scope =
    project === null ? "" : `/projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}`;
  return `${base}${scope}/publishers/google`;
}

function requireProject(settings: ProviderSettings): string {
  const project = given(settings.project);
  if (project !== null) return project;
  throw new UserError(
    "model.missing-project",
    "Google Vertex AI needs the name of a Google Cloud project.",
    "Set GOOGLE_CLOUD_PROJECT, or: cotty config set providers.vertex.project PROJECT. The location works the same way.",
  );
}
