import { create, type Player } from "asciinema-player";
import "asciinema-player/dist/bundle/asciinema-player.css";
import { CircleHelp, Link2, Pause, Play, SkipBack, SkipForward, TriangleAlert } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Event, UnknownEvent } from "../../protocol/index.ts";
import { allTurns, type SessionState } from "../../session/index.ts";
import { useCotty } from "../backend/cotty.ts";
import { clock } from "../lib/format.ts";
import { hrefOf } from "../lib/route.ts";
import { useLoaded } from "../lib/use-loaded.ts";
import { useSessionState } from "../lib/use-session-state.ts";
import { Lanes } from "./lanes.tsx";
import { ReplaySteps, stepMoments } from "./replay-steps.tsx";
import { outputTimes, skipTo, timeLineOf } from "./time-line.ts";

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

/** What the chain of hashes over the events says, and no more than that. */
function Intact({ session }: { session: string }) {
  const { api } = useCotty();
  const { value, error } = useLoaded(useCallback(() => api.verify(session), [api, session]));
  if (error) return null;
  if (value === null) return <span className="small text-text-3 narrow-hide">Checking the log …</span>;
  if (value.ok) {
    return (
      <span
        className="small text-text-3 flex items-center gap-1.5"
        title={`${value.events} events are as they were written, by their chain of hashes. This finds accidents and clumsy changes. Whoever can write all of Cotty's files can make them fit again; only a line of cotty verify --head that was kept elsewhere shows that.`}
      >
        <Link2 className="icon s text-green" aria-hidden="true" />
        Log intact
      </span>
    );
  }
  return (
    <span className="small text-red flex items-center gap-1.5" role="alert" title={value.detail}>
      <TriangleAlert className="icon s" aria-hidden="true" />
      Log changed after event {value.events}
    </span>
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
  const box = useRef<HTMLDivElement>(null);
  const player = useRef<Player | null>(null);
  const [now, setNow] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [skips, setSkips] = useState(true);
  const [speed, setSpeed] = useState(1);
  const recording = useMemo(() => outputTimes(cast), [cast]);
  const startedAt = recording.startedAt ?? events[0]?.at ?? 0;
  const lastEvent = events.at(-1)?.at ?? startedAt;
  const length = Math.max(recording.times.at(-1) ?? 0, lastEvent - startedAt, 1000);
  const lanes = useMemo(() => timeLineOf(events), [events]);
  const moments = useMemo(() => stepMoments(allTurns(state), startedAt), [state, startedAt]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const made = create({ data: cast }, element, {
      fit: "both",
      controls: false,
      speed,
      preload: true,
      // The first screen with something on it, instead of an empty one.
      poster: `npt:${(moments[0]?.at ?? recording.times[0] ?? 0) / 1000 + 0.5}`,
      terminalFontFamily: getComputedStyle(element).getPropertyValue("--font-mono"),
      theme: "cotty",
    });
    player.current = made;
    made.addEventListener("playing", () => setPlaying(true));
    made.addEventListener("pause", () => setPlaying(false));
    made.addEventListener("ended", () => setPlaying(false));
    return () => {
      player.current = null;
      made.dispose();
    };
  }, [cast, speed, moments, recording]);

  useEffect(() => {
    const timer = setInterval(() => {
      const ms = (player.current?.getCurrentTime() ?? 0) * 1000;
      setNow(ms);
      const jump = skips && isPlaying ? skipTo(recording.times, ms) : null;
      if (jump !== null) void player.current?.seek(jump / 1000);
    }, 200);
    return () => clearInterval(timer);
  }, [skips, isPlaying, recording]);

  const seek = (ms: number) => {
    setNow(ms);
    void player.current?.seek(Math.max(0, ms) / 1000);
  };
  const toggle = () => void (isPlaying ? player.current?.pause() : player.current?.play());
  const step = (direction: 1 | -1) => {
    const times = moments.map((moment) => moment.at);
    const target = direction === 1 ? times.find((at) => at > now + 300) : times.findLast((at) => at < now - 300);
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
        <div className="replay-tools">
          <button type="button" className="icon-btn" onClick={() => step(-1)}>
            <SkipBack className="icon s" aria-hidden="true" />
            <span className="sr-only">Step back</span>
          </button>
          <button type="button" className="btn go" onClick={toggle}>
            {isPlaying ? (
              <Pause className="icon s" aria-hidden="true" />
            ) : (
              <Play className="icon s" aria-hidden="true" />
            )}
            {isPlaying ? "Pause" : "Play"}
          </button>
          <button type="button" className="icon-btn" onClick={() => step(1)}>
            <SkipForward className="icon s" aria-hidden="true" />
            <span className="sr-only">Step forward</span>
          </button>
          <span className="mono">
            {clock(now)} <span className="text-text-3">/ {clock(length)}</span>
          </span>
          <span className="grow" />
          <label className="flex items-center gap-2 small">
            <span className="sr-only">Speed</span>
            <select className="select" value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
              {[1, 2, 4, 8].map((times) => (
                <option key={times} value={times}>
                  {times}×
                </option>
              ))}
            </select>
          </label>
          <label className="flex items-center gap-2 small">
            <input
              type="checkbox"
              className="w-4 h-4"
              checked={skips}
              onChange={(event) => setSkips(event.target.checked)}
            />
            Skip waiting
          </label>
          <Intact session={state.id} />
          <a className="btn narrow-hide" href={hrefOf({ page: "session", id: state.id })}>
            {state.closed ? "Open session" : "Open live session"}
          </a>
        </div>
        <Lanes lanes={lanes} startedAt={startedAt} length={length} now={now} onSeek={seek} />
      </div>
    </main>
  );
}
