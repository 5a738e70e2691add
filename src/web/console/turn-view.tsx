import { memo, useState } from "react";
import type { Item, SessionState, Turn } from "../../session/index.ts";
import { personName } from "../lib/format.ts";
import { OperatorMark } from "../parts/operator-mark.tsx";
import { Answer } from "./answer.tsx";
import { StepCard } from "./step-card.tsx";
import { TurnEnd } from "./turn-end.tsx";

interface TurnViewProps {
  turn: Turn;
  session: string;
  person: string;
  clearedAt: number;
  isNewest: boolean;
  onContinue(): void;
}

export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const { turn, session, person, clearedAt, isNewest, onContinue } = props;
  const items = turn.items.filter((item) => item.seq > clearedAt);
  const lastStep = turn.end ? undefined : items.findLast((item) => item.kind === "step");
  const askedBy = turn.by.startsWith("person:") && turn.by !== "person:you" ? personName(turn.by) : person;
  const isSummary = turn.end?.outcome === "complete" ? turn.end.summary.trim() : null;
  return (
    <div className="turn">
      <div className="said">
        <OperatorMark kind="person" name={askedBy} large />
        <p>
          {askedBy !== person && <span className="sr-only">{askedBy}: </span>}
          {turn.prompt}
        </p>
      </div>
      {items.map((item) =>
        // The summary of a finished task often repeats the last text word for word.
        item.kind === "text" && item.text.trim() === isSummary ? null : (
          <ItemView
            key={item.seq}
            item={item}
            turn={turn}
            isLast={item === lastStep}
            isGrowing={turn.end === null && item === turn.items.at(-1)}
            session={session}
          />
        ),
      )}
      <TurnEnd turn={turn} session={session} {...(isNewest && { onContinue })} />
    </div>
  );
});

function ItemView({
  item,
  turn,
  isLast,
  isGrowing,
  session,
}: {
  item: Item;
  turn: Turn;
  isLast: boolean;
  /** More of it may come. */
  isGrowing: boolean;
  session: string;
}) {
  switch (item.kind) {
    case "text":
      return <Answer text={item.text} isStreaming={isGrowing} />;
    case "thinking":
      return <Thinking text={item.text} />;
    case "step": {
      const step = turn.steps.get(item.stepId);
      // What waits is pinned above the composer; what waited when its turn ended stays as what it would have been.
      if (!step || (step.status.name === "review" && turn.end === null)) return null;
      return <StepCard step={step} isLast={isLast} session={session} />;
    }
    case "question": {
      const question = turn.questions.get(item.stepId);
      if (!question?.answer) return null;
      return (
        <article className="card p-3 grid gap-1" aria-label="Question">
          <p>{question.question}</p>
          <p className="text-person">
            {personName(question.answer.by)}: {question.answer.text}
          </p>
        </article>
      );
    }
    case "steer":
      return (
        <div className="said">
          <OperatorMark kind="person" name={personName(item.by)} large />
          <p>{item.text}</p>
        </div>
      );
    case "note":
      return <p className="note">{item.text}</p>;
    case "call":
      return <p className="note">{`${item.call.name}: ${item.text}`}</p>;
  }
}

export function Thinking({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const first = text.trim().split("\n")[0] ?? "";
  return (
    <div className="thinking">
      <button type="button" className="text-left" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className="text-model">Thinking</span>{" "}
        {isOpen ? "" : first.length > 90 ? `${first.slice(0, 89)}…` : first}
      </button>
      {isOpen && <div>{text.trim()}</div>}
    </div>
  );
}

export function Goals({ state }: { state: SessionState }) {
  const [isOpen, setOpen] = useState(false);
  const goals = state.subgoals;
  if (goals.length === 0) return null;
  const now =
    goals.find((goal) => goal.status === "in-progress") ??
    goals.find((goal) => goal.status === "not-started") ??
    goals.at(-1);
  const number = now ? goals.indexOf(now) + 1 : 0;
  return (
    <div className="border-b border-line px-3 py-2 small flex-none bg-bg">
      <button
        type="button"
        className="flex items-center gap-3 w-full text-left"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="goal-bars" aria-hidden="true">
          {goals.map((goal) => (
            <i key={goal.id} className={goal.status} />
          ))}
        </span>
        <span className="truncate-1 grow">{now?.objective}</span>
        <span className="text-text-3 flex-none">
          goal {number} of {goals.length}
        </span>
      </button>
      {isOpen && (
        <ol className="pt-2 grid gap-1">
          {goals.map((goal) => (
            <li key={goal.id} className="flex gap-2">
              <span className="grow">{goal.objective}</span>
              <span className="text-text-3">{goal.status}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
