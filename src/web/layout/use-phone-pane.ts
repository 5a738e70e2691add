import { useState } from "react";
import type { SessionSummary } from "../../protocol/index.ts";
import { preferences } from "../lib/preferences.ts";
import { go, type Route } from "../lib/route.ts";
import type { PhonePane } from "./phone-nav.tsx";

/** Which pane is shown where there is room for one only. */
export function usePhonePane(route: Route, sessions: readonly SessionSummary[]) {
  const [pane, setPane] = useState<PhonePane>("agent");
  const shown: PhonePane = pane === "sessions" ? "sessions" : route.page === "inbox" ? "inbox" : pane;
  return {
    shown,
    /** Of the page there is. */
    show: setPane,
    /** Goes to the page on which it is. */
    choose(next: PhonePane) {
      setPane(next);
      if (next === "inbox") go({ page: "inbox" });
      else if (route.page !== "session" && next !== "sessions") {
        const last = preferences().lastSession ?? sessions[0]?.id;
        if (last) go({ page: "session", id: last });
      }
    },
  };
}
