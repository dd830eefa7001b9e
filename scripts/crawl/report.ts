import { group } from "d3-array";
import type { Crawled, Problem } from "./crawl";

/** The report of a crawl; problems shared by many pages are listed once, with the page where the first was found. */
export function reportOf(name: string, { pages, files, shapes, problems }: Crawled): string {
  const groups = group(problems, ({ text }) => text);
  const count =
    problems.length === 0 ? "no problems" : `${problems.length} problems, ${groups.size} different`;
  const lines = [...groups].map(([text, all]) => `✗ ${text}\n${placesOf(all)}`);
  return [`${name}: ${pages} pages and ${files} files of ${shapes} shapes, ${count}`, ...lines].join("\n");
}

function placesOf(all: readonly Problem[]): string {
  const shown = all
    .slice(0, 3)
    .map(({ address, from }) => `    ${address}${from === null ? "" : ` ← ${from}`}`);
  return [...shown, ...(all.length > shown.length ? [`    and ${all.length - shown.length} more`] : [])].join(
    "\n",
  );
}
