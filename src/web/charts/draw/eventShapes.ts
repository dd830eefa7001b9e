import type { ChartInk } from "../color/palette";
import type { ChartEvent } from "../series/chartEvents";

/** Width and height of an event mark in pixels. */
export const EVENT_SIZE = 9;

/** Path of each kind of event mark around the origin: distinguishable without colour. */
export const eventShapes: Readonly<Record<ChartEvent["kind"], string>> = {
  incident: "M0-4.5 4.5 4.5H-4.5Z",
  corporate_action: "M0-4.5 4.5 0 0 4.5-4.5 0Z",
  attestation: "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z",
};

export const eventColor = (kind: ChartEvent["kind"], { incident, text }: ChartInk): string =>
  kind === "incident" ? incident : text;
