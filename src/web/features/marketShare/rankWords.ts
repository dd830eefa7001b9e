import { once } from "#domain";

const rules = once(() => new Intl.PluralRules("en-GB", { type: "ordinal" }));
const endings: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };

/** `1st`, `22nd`, `113th`. */
export const ordinal = (place: number): string =>
  `${place.toLocaleString("en-US")}${endings[rules().select(place)] ?? "th"}`;

/** `3rd of 45 networks with a known value`. A single entity has no rank. */
export const rankWords = ({ place, of, kind }: { place: number; of: number; kind: string }): string =>
  of === 1
    ? `The only one of its kind with a known value`
    : `${ordinal(place)} of ${of.toLocaleString("en-US")} ${kind} with a known value`;
