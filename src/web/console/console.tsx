import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { allTurns, isChat, phase, type SessionState, waitingForPerson, waitingStep } from "../../session/index.ts";
import { AskCard } from "../approval/ask-card.tsx";
import { DangerSheet } from "../approval/danger-sheet.tsx";
import { PauseCard } from "../approval/pause-card.tsx";
import { QuestionCard } from "../approval/question-card.tsx";
import type { ModelsInfo } from "../backend/api.ts";
import { type Send, useRequests } from "../backend/context.ts";
import { useOperator } from "../lib/operator.ts";
import { chatOf, forgetSession, setCleared, usePreferences } from "../lib/preferences.ts";
import { Banner } from "../parts/banner.tsx";
import { RefusalBanner } from "../parts/refusal-banner.tsx";
import { prepareAnswers } from "./answer.tsx";
import { ChatToolbar, ChatView, shownChat } from "./chat-view.tsx";
import { Composer } from "./composer.tsx";
import { FirstVisit } from "./first-visit.tsx";
import { useOldChat } from "./old-chat.ts";
import { Toolbar } from "./toolbar.tsx";
import { Goals, TurnView } from "./turn-view.tsx";
import { useDecisionFocus } from "./use-decision-focus.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";

interface ConsoleProps {
  state: SessionState;
  agentMode: boolean;
  person: string;
  models: ModelsInfo | null;
  onLookAgain(): void;
  /** Where there are several. */
  name?: string;
}

export function Console({ state, person, models, onLookAgain, name = "Agent console", ...props }: ConsoleProps) {
  // Where the session's agent only answers, every prompt is a question.
  const agentMode = props.agentMode && !isChat(state.settings.agent);
  const { send, refusal, dismiss } = useRequests(state.id);
  const oldChat = useOldChat(state, useOperator().canOperate);
  const { clearedAt } = usePreferences();
  const cleared = clearedAt[state.id] ?? 0;
  const chatCleared = clearedAt[chatOf(state.id)] ?? 0;
  const hasText = agentMode
    ? state.turns.length > state.contextFrom || state.current !== null
    : shownChat(state, chatCleared).length > 0;
  const flow = useStickToEnd(state.seq, hasText);
  const prompt = async (text: string) => {
    flow.stick();
    if (!agentMode) return (await send({ type: "prompt", text, kind: "chat" })) === null;
    return (await send(state.current ? { type: "steer", text } : { type: "prompt", text })) === null;
  };
  const [starts, setStarts] = useState(0);
  usePreparedAnswers();
  /** S0.52: transcript, history, last prompt, chat and draft, here and in the browser's storage. */
  const startOver = async () => {
    if ((await send({ type: "new" })) !== null) return;
    forgetSession(state.id);
    setStarts((count) => count + 1);
  };

  return (
    <section
      className="pane console"
      aria-label={name}
      data-pane-focus="console"
      tabIndex={-1}
      onKeyDown={approveByKey}
    >
      <Toolbars state={state} agentMode={agentMode} send={send} onNew={() => void startOver()} />
      {agentMode && <Goals state={state} />}
      {state.current?.paused && (
        <p className="pulse text-amber px-3 py-2 flex-none" role="status">
          agent paused — click Resume to continue
        </p>
      )}
      <div className="flow" ref={flow.ref} role="log" aria-label="Transcript" tabIndex={0}>
        {agentMode ? (
          <Transcript
            state={state}
            person={person}
            cleared={cleared}
            models={models}
            onLookAgain={onLookAgain}
            onTask={(text) => void prompt(text)}
          />
        ) : (
          <ChatView state={state} person={person} cleared={chatCleared} old={oldChat} />
        )}
      </div>
      {refusal && (
        <RefusalBanner icon={<X className="icon s text-amber" aria-hidden="true" />} onDismiss={dismiss}>
          {refusal.message} {refusal.nextStep}
        </RefusalBanner>
      )}
      <Pinned state={state} />
      <Composer key={starts} state={state} agentMode={agentMode} onSend={prompt} />
    </section>
  );
}

function Toolbars({
  state,
  agentMode,
  send,
  onNew,
}: {
  state: SessionState;
  agentMode: boolean;
  send: Send;
  onNew(): void;
}) {
  return (
    <>
      {/* An agent that works can always be stopped from here, also while somebody chats beside it. */}
      {(agentMode || state.current !== null) && (
        <Toolbar
          state={state}
          agentMode={agentMode}
          send={send}
          onClear={() => setCleared(state.id, state.seq)}
          onNew={onNew}
        />
      )}
      {!agentMode && (
        <ChatToolbar
          state={state}
          send={send}
          onNew={onNew}
          onClear={() => setCleared(chatOf(state.id), state.chat.turns.length + 1)}
        />
      )}
    </>
  );
}

/** Ctrl Enter is printed on the approval, so it approves from everywhere in the console where it would send nothing else. */
function approveByKey(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !event.ctrlKey || event.defaultPrevented) return;
  const { target, currentTarget } = event;
  const isWriting = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  if (isWriting && target.value.trim() !== "") return;
  event.preventDefault();
  // A button that may not be clicked is not pressed by a key either.
  currentTarget.querySelector<HTMLButtonElement>("[data-approve]")?.click();
}

/** The terminal comes first; by then it is there. */
const afterTheTerminalMs = 1500;

function usePreparedAnswers() {
  useEffect(() => {
    const timer = setTimeout(prepareAnswers, afterTheTerminalMs);
    return () => clearTimeout(timer);
  }, []);
}

function Transcript({
  state,
  person,
  cleared,
  models,
  onTask,
  onLookAgain,
}: {
  state: SessionState;
  person: string;
  cleared: number;
  models: ModelsInfo | null;
  onTask(text: string): void;
  onLookAgain(): void;
}) {
  const turns = allTurns(state).filter((turn, index) => index >= state.contextFrom && isShown(turn, cleared));
  if (turns.length === 0 && state.prompt === null)
    return <FirstVisit model={state.settings.model} models={models} onTask={onTask} onLookAgain={onLookAgain} />;
  const newest = turns.at(-1);
  return (
    <>
      {turns.map((turn) => (
        <TurnView
          key={turn.id}
          turn={turn}
          session={state.id}
          person={person}
          clearedAt={cleared}
          isNewest={turn === newest && !state.closed}
          onContinue={() => onTask("Continue.")}
        />
      ))}
      {isThinking(state) && (
        <p className="note flex gap-2 items-center" role="status">
          <span className="spin" /> Thinking …
        </p>
      )}
      {state.lastError && !state.current && newest?.end?.error?.message !== state.lastError.message && (
        <article className="card bad p-3" aria-label="Error">
          <b className="text-red">[error]</b> {state.lastError.message} {state.lastError.nextStep}
        </article>
      )}
    </>
  );
}

/** Where words already come, a line below them would be pushed down by each of them and pull them up at the end. */
function isThinking(state: SessionState): boolean {
  const { name } = phase(state);
  const last = state.current?.items.at(-1);
  if (last?.kind === "text" || last?.kind === "thinking") return false;
  return (name === "thinking" || name === "finalizing") && state.current?.paused === false && !state.current.stopping;
}

/** ⌫ hides what is over; a turn that still runs, or has ended after the click, stays in view. */
function isShown(turn: { items: readonly { seq: number }[]; end: unknown }, cleared: number): boolean {
  return cleared === 0 || turn.end === null || (turn.items.at(-1)?.seq ?? 0) > cleared;
}

/** What waits for a person; who decides by keyboard stays here. */
function Pinned({ state }: { state: SessionState }) {
  const { steps, questions, pause } = waitingForPerson(state);
  const place = useRef<HTMLDivElement>(null);
  const shown = pause !== null ? "pause" : (steps[0]?.digest ?? questions[0]?.stepId ?? null);
  useDecisionFocus(place, shown);
  return (
    <div ref={place} className="pinned-place" tabIndex={-1}>
      <PinnedCard state={state} />
    </div>
  );
}

function PinnedCard({ state }: { state: SessionState }) {
  const { send, refusal } = useRequests(state.id);
  const [reviewing, setReviewing] = useState<string | null>(null);
  const waiting = waitingForPerson(state);
  if (waiting.pause !== null) {
    return (
      <div className="pinned">
        <PauseCard reason={waiting.pause} send={send} />
      </div>
    );
  }
  const [step] = waiting.steps;
  const [question] = waiting.questions;
  if (step) {
    const number = [...(state.current?.steps.keys() ?? [])].indexOf(step.id) + 1;
    const shown = waitingStep(state, step);
    return (
      <>
        {refusal && (
          <Banner tone="amber" icon={<X className="icon s text-amber" aria-hidden="true" />}>
            {refusal.message} {refusal.nextStep}
          </Banner>
        )}
        <div className="pinned">
          <AskCard
            key={step.id}
            arrangement={step.digest}
            step={shown}
            label={`step ${number}`}
            send={send}
            onReview={() => setReviewing(step.id)}
          />
        </div>
        {reviewing === step.id && step.verdict === "danger" && (
          <DangerSheet key={step.digest} step={shown} number={number} send={send} onClose={() => setReviewing(null)} />
        )}
      </>
    );
  }
  if (question) {
    return (
      <div className="pinned">
        <QuestionCard key={question.stepId} {...question} send={send} />
      </div>
    );
  }
  return null;
}
