import { ArrowRight, ChartNoAxesColumn, Database, Diamond, Plug } from "lucide-react";
import type { ModelsInfo } from "../backend/api.ts";
import { useOperator } from "../lib/operator.ts";
import { hrefOf } from "../lib/route.ts";

const tasks = [
  { icon: Database, text: "What fills this disk?", hint: "df, du, the largest folders and files" },
  { icon: ChartNoAxesColumn, text: "Why is this machine slow?", hint: "load, memory, the busiest processes" },
  { icon: Plug, text: "Which programs listen on the network?", hint: "ports, and the process behind each" },
];

/** One question, three tasks to click, and plainly what works without a model. */
export function FirstVisit({
  model,
  models,
  onTask,
  onLookAgain,
}: {
  model: string;
  models: ModelsInfo | null;
  onTask(text: string): void;
  onLookAgain(): void;
}) {
  const { canOperate } = useOperator();
  const isOffline = model.startsWith("offline/");
  return (
    <div className="px-3 pt-5 pb-6 grid gap-5 max-w-[520px] mx-auto">
      <div>
        <h2 className="display">What should be done here?</h2>
        <p className="lead text-text-2 pt-1">
          The agent works in the terminal beside you. It shows every command, and asks before anything changes.
        </p>
      </div>
      <div className="grid gap-2">
        {tasks.map(({ icon: Icon, text, hint }) => (
          <button key={text} type="button" className="task" disabled={!canOperate} onClick={() => onTask(text)}>
            <Icon className="icon" aria-hidden="true" />
            <span className="grow">
              <b className="font-medium">{text}</b>
              <small>{hint}</small>
            </span>
            <ArrowRight className="icon s text-text-3" aria-hidden="true" />
          </button>
        ))}
      </div>
      {isOffline && (
        <>
          <div className="plain-card">
            <Diamond className="icon text-model mt-0.5" aria-hidden="true" />
            <div>
              <b className="font-semibold">No model is set up, so Cotty works from runbooks</b>
              <p className="text-text-2 pt-1">
                It matches your request to one of its runbooks for everyday system work. Nothing is sent to a provider.
                It is not a language model, and says so when nothing matches.
              </p>
            </div>
          </div>
          <AddModel models={models} onLookAgain={onLookAgain} />
        </>
      )}
    </div>
  );
}

function AddModel({ models, onLookAgain }: { models: ModelsInfo | null; onLookAgain(): void }) {
  const ollama = models?.providers.find((provider) => provider.provider === "ollama");
  const ollamaHint =
    ollama?.state.name === "ready"
      ? `Found, with ${ollama.models.length} models. Choose one above`
      : "Not running on this machine. Needs no key";
  return (
    <section aria-label="Add a model">
      <h3 className="small text-text-3 pb-1">Add a model</h3>
      <div className="setting" style={{ borderTop: 0 }}>
        <div>
          <b className="font-medium">Gemini, Anthropic, OpenAI</b>
          <small>A key in the environment or the configuration</small>
        </div>
        <a className="btn" href={hrefOf({ page: "settings" })}>
          Add a key
        </a>
      </div>
      <div className="setting">
        <div>
          <b className="font-medium">Ollama</b>
          <small>{ollamaHint}</small>
        </div>
        <button type="button" className="btn" onClick={onLookAgain}>
          Look again
        </button>
      </div>
      <div className="setting">
        <div>
          <b className="font-medium">Another server</b>
          <small>Any address that speaks the OpenAI API</small>
        </div>
        <a className="btn" href={hrefOf({ page: "settings" })}>
          Add
        </a>
      </div>
    </section>
  );
}
