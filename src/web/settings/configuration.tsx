import { Lock } from "lucide-react";
import { useCallback, useState } from "react";
import { useCotty } from "../backend/context.ts";
import { useLoaded } from "../lib/use-loaded.ts";

/** What the daemon was started with: each value, where it came from, and what fixes it. */
export function Configuration() {
  const { api } = useCotty();
  const { value, error } = useLoaded(useCallback(() => api.configuration(), [api]));
  const [all, setAll] = useState(false);
  const rows = value?.rows.filter((row) => all || !row.isDefault) ?? [];
  return (
    <section aria-label="Configuration">
      <div className="flex items-center pb-2">
        <h2 className="font-semibold grow">Configuration</h2>
        <button type="button" className="btn" aria-pressed={all} onClick={() => setAll(!all)}>
          {all ? "Only what is set" : "Show every value"}
        </button>
      </div>
      {error && (
        <p className="text-text-3">
          {error.message} {error.nextStep}
        </p>
      )}
      {value && (
        <p className="small text-text-3 pb-2 [overflow-wrap:anywhere]">
          {value.file === null ? "No file was read." : <>Your file: {value.file}. </>}
          Read when the daemon starts. Change it with {value.program} config set KEY VALUE, then run {value.program}{" "}
          daemon stop and {value.program} web.
        </p>
      )}
      {value?.warnings.map((warning) => (
        <p key={warning} className="small text-amber pb-2">
          {warning}
        </p>
      ))}
      {value && rows.length === 0 && <p className="text-text-3">Nothing is set: every value is the usual one.</p>}
      <dl>
        {rows.map((row) => (
          <div key={row.key} className="setting">
            <dt className="grow min-w-0">
              <b className="font-medium mono [overflow-wrap:anywhere]">{row.key}</b>
              <small className="flex items-center gap-1.5">
                {row.fixedBy !== null && <Lock className="icon xs flex-none" aria-label="fixed" />}
                {row.fixedBy === null ? row.origin : `Fixed by ${row.fixedBy}`}
              </small>
            </dt>
            <dd className="mono small text-right max-w-[50%] [overflow-wrap:anywhere]">{row.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
