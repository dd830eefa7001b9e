import { markedKinds } from "#domain";
import { pageInk } from "./color/palette";
import { eventColor, eventShapes } from "./draw/eventShapes";
import type { EventMark } from "./plan/placeEvents";
import { eventNames } from "./series/chartEvents";

/** Legend of the event marks at the top of a plot. */
export function EventKey({ marks }: { marks: readonly EventMark[] }) {
  const present = new Set(marks.flatMap(({ events }) => events.map(({ kind }) => kind)));
  return (
    <ul className="chart-event-key" aria-label="Events">
      {markedKinds
        .filter((kind) => present.has(kind))
        .map((kind) => (
          <li key={kind}>
            <svg viewBox="-5 -5 10 10" width="10" height="10" aria-hidden="true">
              <path d={eventShapes[kind]} fill={eventColor(kind, pageInk)} />
            </svg>
            {eventNames[kind][1]}
          </li>
        ))}
    </ul>
  );
}
