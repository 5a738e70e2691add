import type { ReactNode } from "react";

interface BannerProps {
  tone: "amber" | "green" | "red" | "blue" | "grey";
  icon: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}

/** One line over the pane it is about, never over the whole app. */
export function Banner({ tone, icon, children, action }: BannerProps) {
  return (
    <div className={`banner ${tone} appear`} role={tone === "red" ? "alert" : "status"}>
      {icon}
      <div className="grow min-w-0">{children}</div>
      {action}
    </div>
  );
}
