import { inkFor } from "../color/groupColor";
import { pageInk } from "../color/palette";
import { hasExact, type ReadFigure, type Reading } from "../plan/readingAt";
import { eventNames } from "../series/chartEvents";

/** Limit of events in a tooltip. */
export const MOST_EVENTS = 3;

/** Input device of the reader. */
export type Hand = "mouse" | "touch" | "keyboard";

const gesture: Record<Hand, string> = { mouse: "Click", touch: "Tap again", keyboard: "Press Enter" };

export interface TooltipOptions {
  mostRows: number;
  lines: boolean;
  showsShare?: boolean;
  /** Rounded figures, or all digits. */
  figure: keyof ReadFigure;
  hand: Hand;
}

/** A tooltip's content. Built from DOM nodes, so that names are never parsed as markup. */
export function buildTooltip(
  reading: Reading,
  { mostRows, lines, showsShare, figure, hand }: TooltipOptions,
): HTMLElement {
  const root = element("div", "chart-tooltip");
  const head = element("div", "chart-tooltip-head");
  head.append(element("span", "chart-tooltip-when", reading.when));
  if (hasExact(reading)) {
    const wanted = figure === "text" ? "exact" : "rounded";
    head.append(element("span", "chart-tooltip-hint", `${gesture[hand]} for ${wanted} values`));
  }
  root.append(head);
  if (reading.rows.length === 0) root.append(element("div", "chart-tooltip-none", "No data"));
  const table = element("div", "chart-tooltip-rows");
  const shares = showsShare ?? reading.rows.length > 1;
  const left = reading.rows.length > mostRows ? reading.rows.length - mostRows : 0;
  if (reading.rows.some(({ share, change }) => (shares && share) || change)) {
    table.append(
      element("span", "chart-tooltip-to-share"),
      element("span", "chart-tooltip-share chart-tooltip-column", shares ? "Share" : ""),
      element("span", "chart-tooltip-share chart-tooltip-column chart-tooltip-change", "Change"),
    );
  }
  for (const { name, color, share, change, ...row } of reading.rows.slice(0, reading.rows.length - left)) {
    const swatch = element("span", lines ? "chart-swatch chart-swatch-line" : "chart-swatch");
    swatch.style.setProperty("--swatch", inkFor(color, pageInk));
    table.append(
      swatch,
      element("span", "chart-tooltip-name", name),
      element("span", "chart-tooltip-value", row[figure]),
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
      element("span", "", reading.total[figure]),
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
