import type { MarkedKind } from "#domain";

/** Something dated that stands as a mark in a chart. */
export interface ChartEvent {
  key: string;
  kind: MarkedKind;
  /** Day on which it stands, `YYYY-MM-DD`. */
  date: string;
  /** The day as far as it is known, in words: `11 Mar 2023`, `May 2025`. */
  when: string;
  /** What it happened to. */
  subject: string;
  slug: string;
  /** Page of that. */
  href: string;
  /** What happened. */
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
