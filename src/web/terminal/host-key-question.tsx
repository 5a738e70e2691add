import { KeyRound, X } from "lucide-react";
import { useEffect, useState } from "react";
import { describeError } from "../../base/index.ts";
import type { ReportedError } from "../../protocol/index.ts";
import type { HostKeyInfo } from "../backend/api.ts";
import { useCotty } from "../backend/context.ts";
import { Banner } from "../parts/banner.tsx";

/** Whose key a host has shown, and whether it is the right one: for a person to say, with the fingerprint before them. */
export function HostKeyQuestion({ target, onAccepted }: { target: string; onAccepted(): void }) {
  const { api } = useCotty();
  const name = target.replace(/^ssh:/, "");
  const [key, setKey] = useState<HostKeyInfo | null>(null);
  const [error, setError] = useState<ReportedError | null>(null);
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    let isWanted = true;
    setKey(null);
    setError(null);
    api.hostKey(name).then(
      (found) => {
        if (!isWanted) return;
        // Somebody has accepted it meanwhile, in a shell or in another window.
        if (found === null) onAccepted();
        else setKey(found);
      },
      (reason: unknown) => isWanted && setError(describeError(reason)),
    );
    return () => {
      isWanted = false;
    };
  }, [api, name, onAccepted]);

  const accept = async (fingerprint: string) => {
    setSending(true);
    try {
      await api.acceptHostKey(name, fingerprint);
      onAccepted();
    } catch (reason) {
      setError(describeError(reason));
    } finally {
      setSending(false);
    }
  };

  if (error) {
    return (
      <Banner tone="red" icon={<X className="icon s text-red" aria-hidden="true" />}>
        {error.message} {error.nextStep}
      </Banner>
    );
  }
  if (!key) {
    return (
      <Banner tone="amber" icon={<KeyRound className="icon s text-amber" aria-hidden="true" />}>
        This machine has never seen {name}. Asking for its host key …
      </Banner>
    );
  }
  return (
    <section className="host-key" aria-label="Host key">
      <h2>
        <KeyRound className="icon s text-amber" aria-hidden="true" />
        Is this {key.host}?
      </h2>
      <p>
        This machine has never seen the host key of {key.host} ({key.address})
        {key.onTheWayTo !== null && `, on the way to ${key.onTheWayTo}`}. Compare its fingerprint with one you trust,
        for example on the host itself: <code>ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub</code>
      </p>
      <p className="mono fingerprint">
        {key.type} {key.fingerprint}
      </p>
      <div className="flex items-center gap-2 flex-wrap">
        <button type="button" className="btn" disabled={isSending} onClick={() => void accept(key.fingerprint)}>
          It is the same: accept and connect
        </button>
        <span className="micro text-text-3">Kept in {key.file}. Nothing runs there until you accept.</span>
      </div>
    </section>
  );
}
