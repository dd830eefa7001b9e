/** The profiles of those who stand behind assets: what they have issued, host or manage, and where. */
import { firmsWithPages, mainMetrics, type ParticipantKind, partyKinds } from "#domain";
import { largestTokens } from "./largestTokens";
import { halves } from "./layout";
import { participantFacts, participantFields } from "./participantFacts";
import { profile } from "./profile";
import { ScreenPage } from "./ScreenPage";
import type { Screen } from "./screen";
import { breakdown } from "./sections/breakdown";
import type { ProfileSubject } from "./subject";

const participant = (kind: ParticipantKind, preposition: string) =>
  profile<ParticipantKind>({
    kind,
    preposition,
    facts: participantFacts,
    fields: [...participantFields, ...(kind === "platform" ? ["color_hex" as const] : [])],
    groups: [
      ...(["asset", "asset_class", "network"] as const),
      ...partyKinds.filter((other) => other !== kind),
      ...(["distribution", "none"] as const),
    ],
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
    counts: (name, tokens) => `Assets in the catalog ${preposition} ${name}, with ${tokens} token contracts.`,
    description: (name) =>
      `Tokenized assets ${preposition} ${name}: value by asset class and network, holders and activity.`,
  });

const participants: ReadonlyMap<ParticipantKind, Screen<ProfileSubject>> = new Map([
  ["platform", participant("platform", "on")],
  ...firmsWithPages.map(({ kind, pages }) => [kind, participant(kind, pages.preposition)] as const),
]);

/** The profile of one of a kind. */
export function participantOf(kind: ParticipantKind): Screen<ProfileSubject> {
  const found = participants.get(kind);
  if (found === undefined) throw new Error(`There is no profile of a ${kind}`);
  return found;
}

/** The page of that profile. */
export const ParticipantPage = ({ kind }: { kind: ParticipantKind }) => (
  <ScreenPage screen={participantOf(kind)} />
);
