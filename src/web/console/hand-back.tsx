import { useCotty, useRequests } from "../backend/context.ts";
import { personName } from "../lib/format.ts";
import { useOperator } from "../lib/operator.ts";
import { useSessionState } from "../lib/use-session-state.ts";
import { Live } from "../parts/live.tsx";
import { otherHolder } from "../terminal/other-holder.ts";

/** KB6: who has the keyboard that a step waits for, and the one thing that lets it go on. */
export function HandBack({ session, terminalId }: { session: string; terminalId: string }) {
  const { client } = useCotty();
  const state = useSessionState(client.view(session));
  const holder = state.terminals.find(({ id }) => id === terminalId)?.holder ?? null;
  return <HandBackLine session={session} terminalId={terminalId} holder={holder} />;
}

/** The same where the session itself is not open: in the inbox. */
export function HandBackLine({
  session,
  terminalId,
  holder,
}: {
  session: string;
  terminalId: string;
  holder: string | null;
}) {
  const { send, refusal } = useRequests(session);
  const { name, canOperate } = useOperator();
  const other = otherHolder(holder, name);
  return (
    <div className="flex gap-3 items-center px-3 pb-2 text-text-2">
      <span className="grow">
        {refusal
          ? `${refusal.message} ${refusal.nextStep}`
          : `${other === null ? "You have" : `${personName(other)} has`} the keyboard. Nothing was sent yet.`}
      </span>
      {canOperate && (
        <Live>
          <button type="button" className="btn" onClick={() => void send({ type: "give-keyboard", terminalId })}>
            {other === null ? "Hand back" : `Hand back for ${other}`}
          </button>
        </Live>
      )}
    </div>
  );
}
