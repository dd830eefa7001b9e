import { screens } from "#domain/screens";
import { screenRoute } from "./frame/screenRoute";

/** Route options of a list, without its component. The list of screens defines its content. */
export function listRoute(path: string) {
  const list = screens.find((one) => one.path === path)?.list;
  const state = list?.hasCursors ? "cursors" : list?.group === undefined ? "table" : "totals";
  return screenRoute(path, state, async () => (await import("./lists")).listAt(path));
}
