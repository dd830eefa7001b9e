import { screens } from "#domain";
import { screenRoute } from "./frame/screenRoute";

/** What the route of a list is made of, beside its component. The list of screens says what it shows. */
export function listRoute(path: string) {
  const list = screens.find((one) => one.path === path)?.list;
  const state = list?.hasCursors ? "cursors" : list?.group === undefined ? "table" : "totals";
  return screenRoute(path, state, async () => (await import("./lists")).listAt(path));
}
