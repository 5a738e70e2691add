import { Check, Copy } from "lucide-react";
import { useCallback, useState } from "react";
import { useCotty } from "../backend/context.ts";
import { useLoaded } from "../lib/use-loaded.ts";

const providers = [
  { name: "Gemini", section: "google", variable: "GEMINI_API_KEY" },
  { name: "Anthropic", section: "anthropic", variable: "ANTHROPIC_API_KEY" },
  { name: "OpenAI", section: "openai", variable: "OPENAI_API_KEY" },
  { name: "Another server", section: "compatible", variable: "" },
] as const;

/**
 * How a key gets to Cotty. No field for it here: a key that passes through a page is in its memory, in what the browser
 * offers to remember, and in the reach of every extension; the file and the environment are read by Cotty alone.
 */
export function AddKey() {
  const { api } = useCotty();
  const [chosen, setChosen] = useState(0);
  const program = useLoaded(useCallback(() => api.configuration(), [api])).value?.program ?? "cotty";
  const provider = providers[chosen] ?? providers[0];
  const lines = [
    ...(provider.section === "compatible"
      ? [`${program} config set providers.compatible.base_url https://your-server/v1`]
      : []),
    `${program} keys add ${provider.section}`,
    `${program} daemon stop && ${program} web`,
  ].join("\n");
  return (
    <details className="setting-fold">
      <summary>Add a key</summary>
      <div className="grid gap-3 pt-2">
        <p className="text-text-2">
          Cotty takes no keys in a page, where the browser and its extensions could read them. Run this in your own
          shell, where you are asked for the key; terminals and sessions go on meanwhile.
        </p>
        <div className="segments justify-self-start max-w-full overflow-x-auto">
          {providers.map(({ name }, index) => (
            <button key={name} type="button" aria-pressed={chosen === index} onClick={() => setChosen(index)}>
              {name}
            </button>
          ))}
        </div>
        <div className="relative">
          <pre className="code pr-20" tabIndex={0}>
            {lines}
          </pre>
          <CopyButton text={lines} />
        </div>
        {provider.variable !== "" && (
          <p className="small text-text-3">
            Or set <code>{provider.variable}</code> in the environment that starts Cotty.
          </p>
        )}
      </div>
    </details>
  );
}

function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      className="btn absolute top-1.5 right-1.5"
      onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true))}
    >
      <Icon className="icon s" aria-hidden="true" />
      {isCopied ? "Copied" : "Copy"}
    </button>
  );
}
