import { assertNever, UserError } from "../base/index.ts";
import { checkProvider, type DescribeOptions } from "./describe-models.ts";
import { type Providers, providerFacts, providerNames } from "./provider-settings.ts";

/** What a provider said of a new key: it took it, or it could not be asked, which says nothing about the key. */
export type KeyCheck = { outcome: "accepted"; models: number } | { outcome: "unchecked"; reason: string };

/** What to call a provider, and where its keys are made. */
export function keyFacts(name: string): { label: string; keyPage: string | null } {
  const { label, keyPage } = providerFacts[providerNamed(name)];
  return { label, keyPage };
}

/** Asks a provider once, for its list of models, which costs nothing. Throws where it refuses the key. */
export async function checkKey(
  name: string,
  key: string,
  providers: Providers,
  options: DescribeOptions,
): Promise<KeyCheck> {
  const provider = providerNamed(name);
  const { state, models } = await checkProvider(provider, { ...providers[provider], apiKey: key }, options);
  switch (state.name) {
    case "ready":
      return { outcome: "accepted", models: models.length };
    case "unasked":
      return { outcome: "unchecked", reason: "It can only be checked by a request that costs something." };
    case "not-configured":
      return { outcome: "unchecked", reason: state.nextStep };
    case "failed": {
      const { code, message, nextStep } = state.error;
      if (code !== "model.wrong-key") return { outcome: "unchecked", reason: `${message} ${nextStep}` };
      const { keyPage } = keyFacts(name);
      const from = keyPage === null ? "" : ` from ${keyPage}`;
      throw new UserError(
        code,
        `${message} The key was not kept.`,
        `Copy the key again${from}, and repeat: cotty keys add ${provider}`,
      );
    }
    default:
      return assertNever(state);
  }
}

function providerNamed(name: string) {
  const provider = providerNames.find((each) => each === name);
  if (provider === undefined) throw new Error(`There is no provider ${name}.`);
  return provider;
}
