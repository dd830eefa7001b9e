/** Who may read which addresses hold a token. */
export const holdersAudiences = ["public", "members", "off"] as const;
export type HoldersAudience = (typeof holdersAudiences)[number];

/** Without a decision of the operator, balances of single addresses are not published to search engines and visitors. */
export const DEFAULT_HOLDERS_AUDIENCE: HoldersAudience = "members";

/** Source of figures that are computed from transfers on networks, as named in SOURCE_PRECEDENCE. */
export const LEDGER_SOURCE = "chain";

/** Message of installations that show no holders. */
export const HOLDERS_OFF = "This site does not show the holders of tokens.";
