import { useSyncExternalStore } from "react";

export type Route =
  | { page: "session"; id: string }
  | { page: "replay"; id: string }
  | { page: "inbox" }
  | { page: "settings" }
  | { page: "home" };

export function parseRoute(hash: string): Route {
  const [page = "", id = ""] = hash.replace(/^#\/?/, "").split("/");
  if ((page === "session" || page === "replay") && /^[\w-]+$/.test(id)) return { page, id };
  if (page === "inbox" || page === "settings") return { page };
  return { page: "home" };
}

export function hrefOf(route: Route): string {
  return "id" in route ? `#/${route.page}/${route.id}` : `#/${route.page === "home" ? "" : route.page}`;
}

export function go(route: Route): void {
  location.hash = hrefOf(route);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(
    (changed) => {
      addEventListener("hashchange", changed);
      return () => removeEventListener("hashchange", changed);
    },
    () => location.hash,
  );
  return parseRoute(hash);
}
