import type { MarkedKind } from "#domain";

/** A dated event that a chart marks. */
export interface ChartEvent {
  key: string;
  kind: MarkedKind;
  /** Day of the mark, `YYYY-MM-DD`. */
  date: string;
  /** The date with the precision that is known, as text: `11 Mar 2023`, `May 2025`. */
  when: string;
  /** Name of the affected entity. */
  subject: string;
  slug: string;
  /** Page of that entity. */
  href: string;
  /** Description of the event. */
  words: string;
}

export const eventNames: Readonly<Record<MarkedKind, [one: string, several: string]>> = {
  incident: ["Incident", "Incidents"],
  corporate_action: ["Corporate action", "Corporate actions"],
  attestation: ["Attestation", "Attestations"],
};

/** An event in one sentence: `Incident, USD Coin, 11 Mar 2023: Depeg.` */
export const describeEvent = ({ kind, subject, when, words }: ChartEvent): string =>
  `${eventNames[kind][0]}, ${subject}, ${when}${words === "" ? "" : `: ${words}`}.`.replace(/\.\.$/, ".");
