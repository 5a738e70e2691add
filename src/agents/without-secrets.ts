import type { Model } from "../models/index.ts";

/**
 * What stands before the first message is made of settings, names and files of people: routines, what the agent knows of
 * itself, the folder. Messages are made of events, which hold no secrets.
 */
export function withoutSecrets(model: Model, redact: (text: string) => string): Model {
  return {
    ...model,
    stream: (request, options) => model.stream({ ...request, system: redact(request.system) }, options),
  };
}
