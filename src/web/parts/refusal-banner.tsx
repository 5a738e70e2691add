import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Banner } from "./banner.tsx";

/** What was refused: it stays until somebody has read it. */
export function RefusalBanner({
  icon,
  children,
  onDismiss,
}: {
  icon: ReactNode;
  children: ReactNode;
  onDismiss(): void;
}) {
  return (
    <Banner
      tone="amber"
      icon={icon}
      action={
        <button type="button" className="icon-btn" onClick={onDismiss}>
          <X className="icon s" aria-hidden="true" />
          <span className="sr-only">Dismiss</span>
        </button>
      }
    >
      {children}
    </Banner>
  );
}
