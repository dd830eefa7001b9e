import { inkFor } from "../color/groupColor";
import { pageInk } from "../color/palette";
import type { Reading } from "../plan/readingAt";
import { eventNames } from "../series/chartEvents";

/** Events that a tooltip has room for. */
export const MOST_EVENTS = 3;

/** A tooltip's content. Built from nodes, so that no name can become markup. */
export function buildTooltip(
  reading: Reading,
  { mostRows, lines, showsShare }: { mostRows: number; lines: boolean; showsShare?: boolean },
): HTMLElement {
  const root = element("div", "chart-tooltip");
  root.append(element("div", "chart-tooltip-when", reading.when));
  if (reading.rows.length === 0) root.append(element("div", "chart-tooltip-none", "No data"));
  const table = element("div", "chart-tooltip-rows");
  const shares = showsShare ?? reading.rows.length > 1;
  const left = reading.rows.length > mostRows ? reading.rows.length - mostRows : 0;
  for (const { name, color, text, share, change } of reading.rows.slice(0, reading.rows.length - left)) {
    const swatch = element("span", lines ? "chart-swatch chart-swatch-line" : "chart-swatch");
    swatch.style.setProperty("--swatch", inkFor(color, pageInk));
    table.append(
      swatch,
      element("span", "chart-tooltip-name", name),
      element("span", "chart-tooltip-value", text),
      element("span", "chart-tooltip-share", shares ? (share ?? "") : ""),
      element("span", "chart-tooltip-share chart-tooltip-change", change ?? ""),
    );
  }
  root.append(table);
  if (left > 0) root.append(element("div", "chart-tooltip-none", `and ${left} more in the table`));
  if (reading.total !== undefined) {
    const total = element("div", "chart-tooltip-total");
    total.append(
      element("span", "", reading.isPart ? "Total shown" : "Total"),
      element("span", "", reading.total),
    );
    root.append(total);
  }
  for (const event of reading.events.slice(0, MOST_EVENTS)) {
    const line = element("div", "chart-tooltip-event");
    line.append(
      element(
        "div",
        "chart-tooltip-event-head",
        `${eventNames[event.kind][0]} · ${event.subject} · ${event.when}`,
      ),
      element("div", "chart-tooltip-event-words", event.words),
    );
    root.append(line);
  }
  const further = reading.events.length - MOST_EVENTS;
  if (further > 0)
    root.append(element("div", "chart-tooltip-none", `and ${further} more events in the table`));
  return root;
}

function element(tag: "div" | "span", className: string, text?: string): HTMLElement {
  const node = document.createElement(tag);
  node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}
