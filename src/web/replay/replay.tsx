import "asciinema-player/dist/bundle/asciinema-player.css";
import { CircleHelp } from "lucide-react";
import { useCallback, useMemo } from "react";
import type { Event, UnknownEvent } from "../../protocol/index.ts";
import { allTurns, type SessionState } from "../../session/index.ts";
import { useCotty } from "../backend/context.ts";
import { hrefOf } from "../lib/route.ts";
import { useLoaded } from "../lib/use-loaded.ts";
import { useSessionState } from "../lib/use-session-state.ts";
import { Lanes } from "./lanes.tsx";
import { ReplaySteps, stepMoments } from "./replay-steps.tsx";
import { ReplayTools } from "./replay-tools.tsx";
import { outputTimes, timeLineOf } from "./time-line.ts";
import { usePlayer } from "./use-player.ts";

/** The recording of a session's terminal, with its steps on the same time line. */
// biome-ignore lint/style/noDefaultExport: React.lazy takes a module's default.
export default function Replay({ id }: { id: string }) {
  const { client, api } = useCotty();
  const state = useSessionState(useMemo(() => client.view(id), [client, id]));
  const terminalId = state.terminals[0]?.id ?? null;
  if (terminalId === null) return <NoRecording id={id} text="Nothing was recorded in this session yet." />;
  return <Recorded key={terminalId} state={state} url={api.recordingUrl(id, terminalId)} />;
}

function Recorded({ state, url }: { state: SessionState; url: string }) {
  const { api } = useCotty();
  const loaded = useLoaded(
    useCallback(async () => {
      const [cast, events] = await Promise.all([api.recording(url), api.events(state.id)]);
      return { cast, events };
    }, [api, url, state.id]),
  );
  if (loaded.error) return <NoRecording id={state.id} text={`${loaded.error.message} ${loaded.error.nextStep}`} />;
  if (!loaded.value) return <main className="page grid place-items-center text-text-3">Loading the recording …</main>;
  return <Stage state={state} cast={loaded.value.cast} events={loaded.value.events} />;
}

function NoRecording({ id, text }: { id: string; text: string }) {
  return (
    <main className="page grid place-items-center text-text-3">
      <div className="grid justify-items-center gap-3 p-6 text-center">
        <CircleHelp className="icon" aria-hidden="true" />
        <p>{text}</p>
        <a className="btn" href={hrefOf({ page: "session", id })}>
          Open live session
        </a>
      </div>
    </main>
  );
}

function Stage({
  state,
  cast,
  events,
}: {
  state: SessionState;
  cast: string;
  events: readonly (Event | UnknownEvent)[];
}) {
  const { times, startedAt: recordedFrom } = useMemo(() => outputTimes(cast), [cast]);
  const startedAt = recordedFrom ?? events[0]?.at ?? 0;
  const lastEvent = events.at(-1)?.at ?? startedAt;
  const length = Math.max(times.at(-1) ?? 0, lastEvent - startedAt, 1000);
  const lanes = useMemo(() => timeLineOf(events), [events]);
  const moments = useMemo(() => stepMoments(allTurns(state), startedAt), [state, startedAt]);
  const player = usePlayer({ cast, times, firstAt: moments[0]?.at ?? times[0] ?? 0 });
  const { box, now, seek, toggle } = player;
  const step = (direction: 1 | -1) => {
    const steps = moments.map((moment) => moment.at);
    const target = direction === 1 ? steps.find((at) => at > now + 300) : steps.findLast((at) => at < now - 300);
    if (target !== undefined) seek(target);
  };

  return (
    <main
      className="replay"
      aria-label="Replay"
      onKeyDown={(event) => {
        if ((event.target as Element).matches("input, select, button") && event.key === " ") return;
        if (event.key === " ") toggle();
        else if (event.key === "ArrowRight" && event.target === event.currentTarget) step(1);
        else if (event.key === "ArrowLeft" && event.target === event.currentTarget) step(-1);
        else return;
        event.preventDefault();
      }}
      tabIndex={0}
    >
      <div className="player" ref={box} />
      <ReplaySteps state={state} moments={moments} now={now} onSeek={seek} />
      <div className="lanes">
        <ReplayTools state={state} player={player} length={length} onStep={step} />
        <Lanes lanes={lanes} startedAt={startedAt} length={length} now={now} onSeek={seek} />
      </div>
    </main>
  );
}
