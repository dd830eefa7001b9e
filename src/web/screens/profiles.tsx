/** The profiles of kinds of entity, generated from their descriptions. */

import { profiledEntities } from "#domain/resources";
import { mainMetrics } from "#domain/screens";
import { partyKinds } from "#domain/vocabulary";
import { halves } from "./frame/layout";
import { ScreenPage } from "./frame/ScreenPage";
import type { Screen } from "./frame/screen";
import type { ProfileSubject } from "./frame/subject";
import { largestTokens } from "./largestTokens";
import { profile } from "./profile";
import { breakdown } from "./sections/breakdown";

type Profiled = (typeof profiledEntities)[number];

const usualProfile = ({ kind, profile: { preposition, facts } }: Profiled) =>
  profile<Profiled["kind"]>({
    kind,
    preposition,
    facts,
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

const profiles: ReadonlyMap<string, Screen<ProfileSubject>> = new Map(
  profiledEntities.map((entity) => [entity.page, usualProfile(entity)]),
);

/** The screen of the profile at a path of the list of screens. */
export function profileAt(path: string): Screen<ProfileSubject> {
  const found = profiles.get(path);
  if (found === undefined) throw new Error(`There is no profile at ${path}`);
  return found;
}

/** The page of that profile. */
export const ProfilePage = ({ path }: { path: string }) => <ScreenPage screen={profileAt(path)} />;
