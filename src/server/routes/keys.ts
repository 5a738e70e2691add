import * as z from "zod";
import type { ServerContext } from "../context.ts";
import { KeyCheck, KeyState } from "../http/shapes.ts";

const ProviderPath = z.object({ provider: z.string().regex(/^[a-z]{1,40}$/, "Not the name of a provider.") });

/** The keys of model providers. They come in here and never go out again: no answer holds one, nor a part of it. */
export function addKeyRoutes({ endpoints, deps }: ServerContext): void {
  const { keys } = deps;
  const path = "/api/v1/keys/{provider}";

  endpoints.add({
    method: "get",
    path,
    name: "readKey",
    access: "operate",
    summary: "Whether there is a key for a provider and where it comes from. Never the key.",
    params: ProviderPath,
    answers: z.object({ key: KeyState }),
    handle: async ({ params }) => ({ key: await keys.get(params.provider) }),
  });

  endpoints.add({
    method: "put",
    path,
    name: "storeKey",
    access: "operate",
    summary: "Keep a key. The provider is asked once whether it takes it, at no cost; one that it refuses is not kept.",
    params: ProviderPath,
    body: z.strictObject({ key: z.string().min(1).max(10_000) }),
    answers: z.object({ key: KeyState, check: KeyCheck }),
    handle: async ({ params, body, signal }) => {
      const { state, check } = await keys.add(params.provider, body.key, { signal });
      return { key: state, check };
    },
  });

  endpoints.add({
    method: "delete",
    path,
    name: "removeKey",
    access: "operate",
    summary: "Forget the key that is kept for a provider.",
    params: ProviderPath,
    answers: z.object({ key: KeyState, wasStored: z.boolean() }),
    handle: async ({ params }) => {
      const { state, wasStored } = await keys.remove(params.provider);
      return { key: state, wasStored };
    },
  });
}
