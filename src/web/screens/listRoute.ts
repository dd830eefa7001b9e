import { screens } from "#domain";
import { screenRoute } from "./frame/screenRoute";

/** What the route of a list is made of, beside its component. The list of screens says what it shows. */
export function listRoute(path: string) {
  const hasCursors = screens.find((one) => one.path === path)?.list?.hasCursors === true;
  return screenRoute(path, hasCursors ? "cursors" : "table", async () =>
    (await import("./lists")).listAt(path),
  );
}
