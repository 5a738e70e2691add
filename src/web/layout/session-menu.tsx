import { Ellipsis } from "lucide-react";
import type { SessionState } from "../../session/index.ts";
import { type Send, useSessions } from "../backend/context.ts";
import { useOperator } from "../lib/operator.ts";
import { setPreferences, usePreferences } from "../lib/preferences.ts";
import { go } from "../lib/route.ts";
import { type Choice, ChoiceMenu } from "../parts/choice-menu.tsx";

/** What else can be done with a session. The consoles of others can be shown below its own. */
export function SessionMenu({ state, heading, send }: { state: SessionState; heading: string; send: Send }) {
  const { canOperate } = useOperator();
  const { consoles } = usePreferences();
  const { list } = useSessions();
  const choices: Choice[] = [
    { value: "replay", label: "Replay", hint: "The recording with its steps" },
    { value: "settings", label: "Settings", hint: "Model, mode, limits, look" },
    ...list
      .filter(({ id, closed }) => id !== state.id && !closed && !consoles.includes(id))
      .slice(0, 5)
      .map(({ id, title }) => ({
        value: `console:${id}`,
        label: `Console of ${title || "New session"}`,
        hint: "Shown below this one",
      })),
    {
      value: "close",
      label: "End session",
      hint: "Closes its terminals. It can still be read",
      disabled: !canOperate || state.closed || state.current !== null,
    },
  ];
  const choose = (what: string) => {
    if (what === "replay") go({ page: "replay", id: state.id });
    else if (what === "settings") go({ page: "settings" });
    else if (what.startsWith("console:"))
      setPreferences({ consoles: [...consoles, what.slice("console:".length)].slice(-3) });
    else void send({ type: "close" });
  };
  return (
    <ChoiceMenu
      align="start"
      trigger={
        <button type="button" className="icon-btn">
          <Ellipsis className="icon" aria-hidden="true" />
          <span className="sr-only">Session menu</span>
        </button>
      }
      heading={heading}
      choices={choices}
      onChoose={choose}
    />
  );
}
