import type { EntityKind } from "#domain/resources";
import { publicScreens, type Screen, screens } from "#domain/screens";

/** The text of an `h1`: pages with totals name their scope. */
const headingOf = (text: string, { hasStablecoinScope }: Screen): string =>
  hasStablecoinScope ? `${text} without stablecoins` : text;

/** One entity of each kind that has a profile, from the shipped catalog. */
const examples: Partial<Record<EntityKind, { slug: string; name: string }>> = {
  asset: { slug: "ousg", name: "Ondo Short-Term US Government Bond Fund" },
  network: { slug: "ethereum", name: "Ethereum" },
  platform: { slug: "securitize", name: "Securitize" },
  issuer: { slug: "ondo-i-lp", name: "Ondo I LP" },
  manager: { slug: "blackrock", name: "BlackRock" },
};

/** Kinds without permanent entities: tests find one at run time. */
const passing: readonly EntityKind[] = ["investment"];

/** One page of each kind whose pages no entity names. */
const exampleOf: Readonly<Record<string, { path: string; heading: string }>> = {
  "/addresses/:slug/:slug": {
    path: "/addresses/ethereum/0x000000000000000000000000000000000000dead",
    heading: "Address 0x000000…00dead",
  },
  "/docs/:slug": { path: "/docs/assets", heading: "Assets" },
  "/tools/api/endpoint/:slug": { path: "/tools/api/endpoint/assets", heading: "Explorer: Assets" },
  "/tools/api/v4/:slug": { path: "/tools/api/v4/platforms", heading: "Explorer: Platforms" },
};

type Place = (typeof screens)[number];

/** One page of a screen, and the text of its `h1`; none for kinds of entity without a permanent example. */
function exampleOfScreen(screen: Place): { path: string; heading: string }[] {
  const { path, label, profileOf } = screen;
  if (path === null) return [];
  if (profileOf === null) return [exampleOf[path] ?? { path, heading: headingOf(label, screen) }];
  if (passing.includes(profileOf)) return [];
  const example = examples[profileOf];
  if (example === undefined)
    throw new Error(`Name an example of a ${profileOf}: it has a profile to be tested`);
  return [{ path: path.replace(":slug", example.slug), heading: headingOf(example.name, screen) }];
}

/** The pages that visitors may open, one of each kind of profile. */
export const publicPages: readonly { path: string; heading: string }[] =
  publicScreens.flatMap(exampleOfScreen);

/** The pages about the market that need a feature. */
export const gatedPages: readonly { path: string; heading: string }[] = screens.flatMap((screen) =>
  !screen.planned &&
  (screen.permission === "experimental" || screen.permission === "charting" || screen.permission === "api") &&
  !/^.settings/.test(screen.path ?? "")
    ? exampleOfScreen(screen)
    : [],
);
