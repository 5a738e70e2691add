import { Laptop, Server, TriangleAlert } from "lucide-react";
import { formatBytes } from "../../base/index.ts";
import { type Effect, type Finding, patternMark } from "../../protocol/index.ts";
import type { WaitingStep } from "../../session/index.ts";
import { personName, targetName } from "../lib/format.ts";
import { useOperator } from "../lib/operator.ts";
import { visibleText } from "../lib/visible-text.ts";
import { OperatorMark } from "../parts/operator-mark.tsx";

/** What is shown is not what the agent asked for. */
export function EditedLine({ edited }: { edited: WaitingStep["edited"] }) {
  const { name } = useOperator();
  if (!edited) return null;
  const who = personName(edited.by);
  return (
    <p className="why">
      <span className="text-person">Edited by {who === name ? "you" : who}.</span> The agent had asked for{" "}
      <del className="mono text-text-3">{visibleText(edited.from)}</del>
    </p>
  );
}

export function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const said = [...new Map(findings.map((finding) => [finding.say, finding])).values()];
  return (
    <ul className="findings">
      {said.map((finding) => (
        <li key={finding.say} className={finding.level}>
          <span>{finding.say}</span>
        </li>
      ))}
    </ul>
  );
}

/** Default patterns that the text matches: a warning beside the verdict, which stays policy's. */
export function PatternMarks({ patterns }: { patterns: readonly string[] }) {
  return patterns.map((pattern) => (
    <p key={pattern} className="pattern-mark">
      <TriangleAlert className="icon xs text-amber flex-none" aria-hidden="true" />
      <span>{patternMark(pattern)}</span>
    </p>
  ));
}

/** The agent's own words, marked as such: policy speaks for the product, and this is not policy. */
export function Reasoning({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <p className="flex gap-2 text-text-3">
      <OperatorMark kind="agent" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        Agent says: <span className="text-text-2">{text}</span>
      </span>
    </p>
  );
}

/** Where it would run, and whether with the rights of root. */
export function WhereLine({ target, cwd, findings }: { target: string; cwd: string; findings: readonly Finding[] }) {
  const Icon = target === "local" ? Laptop : Server;
  const isRoot = findings.some((finding) => finding.via.some((wrapper) => /^(sudo|doas|su)\b/.test(wrapper)));
  return (
    <p className="where">
      <Icon className="icon s" aria-hidden="true" />
      <b>{targetName(target)}</b>
      {isRoot && (
        <span>
          runs as <b className="text-red">root</b> through sudo,
        </span>
      )}
      <span>
        in <code className="text-text-2">{cwd}</code>
      </span>
    </p>
  );
}

/** What it would change, looked up read-only before anyone is asked. */
export function EffectView({ effect }: { effect: Effect | null }) {
  if (!effect?.computed) {
    return (
      <p className="small text-text-3">{effect?.summary || "No preview: the effect is known only when it runs."}</p>
    );
  }
  const paths = effect.paths ?? [];
  return (
    <div className="grid gap-2">
      {/* What is not there yet has no numbers worth a line. */}
      {(effect.entries ?? 0) > 0 && (
        <div className="numbers">
          <span>
            <b>{effect.entries?.toLocaleString()}</b>
            <small>{effect.entries === 1 ? "entry" : "entries"}</small>
          </span>
          {effect.bytes !== undefined && (
            <span>
              <b>{formatBytes(effect.bytes)}</b>
              <small>{effect.entries === 1 ? "in it" : "in them"}</small>
            </span>
          )}
        </div>
      )}
      <p className="why">{effect.summary}</p>
      {paths.length > 0 && (
        <ul className="paths">
          {paths.slice(0, 12).map((path) => (
            <li key={path}>{path}</li>
          ))}
          {paths.length > 12 && <li className="text-text-3">and {paths.length - 12} more</li>}
        </ul>
      )}
    </div>
  );
}
