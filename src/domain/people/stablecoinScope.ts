/** Whether totals include stablecoins: one choice for a whole page, kept in its address and for the browser session. */

import { allOf, isEqual } from "../query/filters";
import type { Filter } from "../query/query";
import type { ReadScope } from "./accessPolicy";
import { narrowedScope } from "./narrowedScope";

export const stablecoinScopes = ["without", "with"] as const;
export type StablecoinScope = (typeof stablecoinScopes)[number];

/** The scope of a page if neither its address nor the session names one. */
export const DEFAULT_STABLECOIN_SCOPE: StablecoinScope = "without";

/** Name of the parameter of pages and files, and of the input of procedures. */
export const STABLECOIN_PARAMETER = "stablecoins";
/** Name of the session cookie. */
export const STABLECOIN_COOKIE = "cadastre_stablecoins";

/** As titles name it. */
export const stablecoinScopeWords: Readonly<Record<StablecoinScope, string>> = {
  without: "without stablecoins",
  with: "with stablecoins",
};

/** The scope that a text names; undefined if it names none. */
export const readStablecoinScope = (raw: unknown): StablecoinScope | undefined =>
  stablecoinScopes.find((scope) => scope === raw);

/** The scope that a `Cookie` header or `document.cookie` names; undefined if it names none. */
export function stablecoinScopeOfCookies(cookies: string | null | undefined): StablecoinScope | undefined {
  const named = (cookies ?? "")
    .split(";")
    .map((pair) => pair.trim().split("="))
    .find(([name]) => name === STABLECOIN_COOKIE);
  return readStablecoinScope(named?.[1]);
}

const STABLECOINS = "stablecoins";

export const isStablecoin = isEqual("asset_class_slug", STABLECOINS);
export const isNoStablecoin = {
  operator: "notEquals",
  field: "asset_class_slug",
  value: STABLECOINS,
} as const satisfies Filter;

/** A condition on tokens or assets, narrowed to a stablecoin scope. */
export const inStablecoinScope = (filter: Filter | null, stablecoins: StablecoinScope | undefined) =>
  stablecoins === "without" ? allOf(filter, isNoStablecoin) : filter;

/** Rows that remain without stablecoins. Tokens and totals follow the assets. */
const remainingRows: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ["assets", isNoStablecoin],
  ["asset_classes", { operator: "notEquals", field: "slug", value: STABLECOINS }],
]);

/** Restricts what a request can read to a stablecoin scope, in addition to access policies. */
export function withStablecoinScope(
  policies: ReadScope | null,
  stablecoins: StablecoinScope | undefined,
): ReadScope | null {
  if (stablecoins !== "without") return policies;
  return narrowedScope(policies, { name: stablecoinScopeWords.without, rows: remainingRows });
}
