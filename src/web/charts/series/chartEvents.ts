import { type MarkedKind, markedKinds } from "#domain/evidence";

/** The kinds of marks, most severe first: a check that the drawn figure breaks, and what happened to the asset. */
export const eventKinds = ["check", ...markedKinds] as const;
type EventKind = "check" | MarkedKind;

/** Width and height of an event mark in pixels. */
export const EVENT_SIZE = 9;

/** Path of each kind of event mark around the origin: distinguishable without colour. */
export const eventShapes: Readonly<Record<ChartEvent["kind"], string>> = {
  check: "M-4.5-3-3-4.5 0-1.5 3-4.5 4.5-3 1.5 0 4.5 3 3 4.5 0 1.5-3 4.5-4.5 3-1.5 0Z",
  incident: "M0-4.5 4.5 4.5H-4.5Z",
  corporate_action: "M0-4.5 4.5 0 0 4.5-4.5 0Z",
  attestation: "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z",
};

export const eventColor = (
  kind: ChartEvent["kind"],
  { incident, text }: { incident: string; text: string },
): string => (kind === "incident" || kind === "check" ? incident : text);

/** A dated event that a chart marks. */
export interface ChartEvent {
  key: string;
  kind: EventKind;
  /** Day of the mark, `YYYY-MM-DD`. */
  date: string;
  /** The date with the precision that is known, as text: `11 Mar 2023`, `May 2025`. */
  when: string;
  /** Name of the affected entity. */
  subject: string;
  slug: string;
  /** Page of that entity, or of the result of a check. */
  href: string;
  /** Description of the event. */
  words: string;
}

export const eventNames: Readonly<Record<EventKind, [one: string, several: string]>> = {
  check: ["Failed check", "Failed checks"],
  incident: ["Incident", "Incidents"],
  corporate_action: ["Corporate action", "Corporate actions"],
  attestation: ["Attestation", "Attestations"],
};

/** An event in one sentence: `Incident, USD Coin, 11 Mar 2023: Depeg.` */
export const describeEvent = ({ kind, subject, when, words }: ChartEvent): string =>
  `${eventNames[kind][0]}, ${subject}, ${when}${words === "" ? "" : `: ${words}`}.`.replace(/\.\.$/, ".");
