/**
 * The rule for the level that is served. An asset can be known at two levels on a day: as a whole (its own listing) and
 * by token. Every metric is served at one of them, since amounts at both would count twice:
 *
 * 1. The level that covers more of the asset. The asset as a whole covers all of it. Tokens cover all of it if every
 *    token of the catalog that was deployed by that day has a value.
 * 2. If both cover all of it, the level whose value has the lower rank: reported before derived, an earlier alternative
 *    of the formula before a later one.
 * 3. If the ranks are equal, tokens, which say more.
 *
 * The rule looks at one asset, metric and day only. Values carried over a gap count like reported ones. `observedRowsSql`
 * applies it to reported values, `derivedRowsSql` to those together with derived ones. The metrics that apply to tokens
 * (prices, yields) are not summed: a token keeps its own value even where that of the asset as a whole is served.
 */

/** Rank of a value that is unknown; 0 is reported, 1 the first alternative of the formula, and so on. */
export const UNKNOWN_RANK = 255;

export interface LevelsOfDay {
  /** SQL of the rank of the value of the asset as a whole. */
  wholeRank: string;
  /** SQL of the lowest rank among its tokens. */
  tokensRank: string;
  /** SQL of the number of expected tokens with a value. */
  knownTokens: string;
  /** SQL of the number of expected tokens, as `expectedTokensSql` has it. */
  expectedTokens: string;
}

/** SQL condition: the value of the asset as a whole is served, and those of its tokens are not. */
export const wholeIsServedSql = ({ wholeRank, tokensRank, knownTokens, expectedTokens }: LevelsOfDay) =>
  `(${wholeRank} < ${UNKNOWN_RANK} AND (${expectedTokens} = 0 OR ${knownTokens} < ${expectedTokens} OR ${wholeRank} < ${tokensRank}))`;

/** Columns of the table of assets: the tokens of the catalog, and the day each counts from, in days since 1970. */
export const EXPECTED_TOKEN_COLUMNS = "tokens Array(UInt32), token_days Array(Int32)";

/** SQL of the number of tokens that are expected to have a value. `day`: SQL of days since 1970. */
export const expectedTokensSql = (day: string) => `arrayCount(first -> first <= ${day}, token_days)`;
