/** The profiles of those who stand behind assets: what they have issued, host or manage, and where. */
import { type FieldName, type GroupingName, mainMetrics } from "#domain";
import { largestTokens } from "./largestTokens";
import { halves } from "./layout";
import { participantFacts, participantFields } from "./participantFacts";
import { profile } from "./profile";
import { breakdown } from "./sections/breakdown";

interface Participant {
  kind: "platform" | "issuer" | "manager";
  fields?: readonly FieldName<"platforms">[];
  /** The other participants by which its figures can be split. */
  others: readonly GroupingName[];
  preposition: string;
}

const participant = ({ others, ...own }: Participant) =>
  profile({
    ...own,
    facts: participantFacts,
    fields: [...participantFields, ...(own.fields ?? [])],
    groups: ["asset", "asset_class", "network", ...others, "distribution", "none"],
    breakdown: breakdown({
      groupBy: "asset_class",
      metrics: ["bridged_token_value_dollar", "holding_addresses_count"],
      most: 100,
      countsAssets: true,
    }),
    further: [
      halves(
        breakdown({ groupBy: "network", metrics: ["bridged_token_value_dollar"], most: 10 }),
        largestTokens,
      ),
    ],
    rows: { resource: "assets", columns: ["name", "asset_class_name", ...mainMetrics] },
    counts: (name, tokens) =>
      `Assets in the catalog ${own.preposition} ${name}, with ${tokens} token contracts.`,
    description: (name) =>
      `Tokenized assets ${own.preposition} ${name}: value by asset class and network, holders and activity.`,
  });

export const platform = participant({
  kind: "platform",
  fields: ["color_hex"],
  others: ["issuer", "manager"],
  preposition: "on",
});

export const issuer = participant({
  kind: "issuer",
  others: ["platform", "manager"],
  preposition: "issued by",
});

export const manager = participant({
  kind: "manager",
  others: ["platform", "issuer"],
  preposition: "managed by",
});
