/** Results of `cadastre verify` as lines of text; loaded when there is one. */
import { formatCount } from "#domain/text";
import type { Output } from "../outputs";

export function* verifyLines(found: Output<"verification">): Generator<string> {
  const { asset, assets, rows, differing, differences, pending } = found;
  const about = asset ?? formatCount(assets, "asset");
  if (pending > 0) {
    yield `${formatCount(pending, "asset")} with changed observations ${pending === 1 ? "has" : "have"} not been derived yet: the next import or start of the server completes this.`;
  }
  if (differing === 0) {
    yield `${about}: ${formatCount(rows, "figure")} computed again, all as served.`;
    return;
  }
  for (const { subject, metric, day, served, computed, table } of differences) {
    const value = (one: number | null) => (one === null ? "nothing" : String(one));
    const what = table === "daily" ? day : `current value of ${day}`;
    const same = served === computed ? ", which differ in their marks or past values" : "";
    yield `${subject}, ${metric}, ${what}: served ${value(served)}, computed ${value(computed)}${same}`;
  }
  const rest = differing - differences.length;
  if (rest > 0) yield `… and ${rest.toLocaleString("en-US")} more (--limit lists them).`;
  yield `${about}: ${formatCount(differing, "figure")} of ${rows.toLocaleString("en-US")} ${differing === 1 ? "differs" : "differ"} from what the observations give.`;
}
