import { CircleHelp } from "lucide-react";
import { useState } from "react";
import type { Send } from "../backend/context.ts";
import { useOperator } from "../lib/operator.ts";
import { Live } from "../parts/live.tsx";

export function QuestionCard({
  stepId,
  question,
  choices,
  title,
  send,
}: {
  stepId: string;
  question: string;
  choices: readonly string[];
  title?: string;
  send: Send;
}) {
  const { canOperate } = useOperator();
  const [text, setText] = useState("");
  const answer = (value: string) => void send({ type: "answer", stepId, text: value });
  return (
    <section
      className="approval question appear"
      aria-label="Question from the agent"
      tabIndex={0}
      data-pane-focus="approval"
    >
      <header>
        <CircleHelp className="icon s text-agent" aria-hidden="true" />
        <h2>Question from the agent</h2>
        <span className="truncate-1">{title}</span>
      </header>
      <div className="approval-body" tabIndex={0}>
        <p className="lead whitespace-pre-wrap">{question}</p>
        {choices.length > 0 && (
          <div className="flex gap-2 flex-wrap">
            <Live>
              {choices.map((choice) => (
                <button
                  key={choice}
                  type="button"
                  className="btn"
                  disabled={!canOperate}
                  onClick={() => answer(choice)}
                >
                  {choice}
                </button>
              ))}
            </Live>
          </div>
        )}
        {canOperate && (
          <form
            className="flex gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (text.trim() !== "") answer(text.trim());
            }}
          >
            <input
              className="field grow"
              aria-label="Your answer"
              placeholder="Answer in your own words"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Live>
              <button type="submit" className={`btn${choices.length === 0 ? " go" : ""}`} disabled={text.trim() === ""}>
                Answer
              </button>
            </Live>
          </form>
        )}
      </div>
    </section>
  );
}
