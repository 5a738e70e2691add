import { Link2, Pause, Play, SkipBack, SkipForward, TriangleAlert } from "lucide-react";
import { useCallback } from "react";
import type { SessionState } from "../../session/index.ts";
import { useCotty } from "../backend/context.ts";
import { clock } from "../lib/format.ts";
import { hrefOf } from "../lib/route.ts";
import { useLoaded } from "../lib/use-loaded.ts";
import type { RecordingPlayer } from "./use-player.ts";

interface ReplayToolsProps {
  state: SessionState;
  player: RecordingPlayer;
  /** How long the recording is, in milliseconds. */
  length: number;
  /** To the next step, or to the one before. */
  onStep(direction: 1 | -1): void;
}

export function ReplayTools({ state, player, length, onStep }: ReplayToolsProps) {
  const { now, isPlaying } = player;
  return (
    <div className="replay-tools">
      <button type="button" className="icon-btn" onClick={() => onStep(-1)}>
        <SkipBack className="icon s" aria-hidden="true" />
        <span className="sr-only">Step back</span>
      </button>
      <button type="button" className="btn go" onClick={player.toggle}>
        {isPlaying ? <Pause className="icon s" aria-hidden="true" /> : <Play className="icon s" aria-hidden="true" />}
        {isPlaying ? "Pause" : "Play"}
      </button>
      <button type="button" className="icon-btn" onClick={() => onStep(1)}>
        <SkipForward className="icon s" aria-hidden="true" />
        <span className="sr-only">Step forward</span>
      </button>
      <span className="mono">
        {clock(now)} <span className="text-text-3">/ {clock(length)}</span>
      </span>
      <span className="grow" />
      <label className="flex items-center gap-2 small">
        <span className="sr-only">Speed</span>
        <select
          className="select"
          value={player.speed}
          onChange={(event) => player.setSpeed(Number(event.target.value))}
        >
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
          checked={player.skips}
          onChange={(event) => player.setSkips(event.target.checked)}
        />
        Skip waiting
      </label>
      <Intact session={state.id} />
      <a className="btn narrow-hide" href={hrefOf({ page: "session", id: state.id })}>
        {state.closed ? "Open session" : "Open live session"}
      </a>
    </div>
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
