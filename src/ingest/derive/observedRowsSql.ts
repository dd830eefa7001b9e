import { CARRY_DAYS, metrics } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { type SourcePrecedence, standingSql } from "#stores";
import { expectedTokensSql, UNKNOWN_RANK, wholeIsServedSql } from "./servedLevel";

const stockIds = metrics.filter((metric) => metric.kind === "stock").map((metric) => metric.id);
const unitValueIds = metrics.filter((metric) => metric.appliesToTokens).map((metric) => metric.id);

const ROW = "metric_id, asset_id, token_id, date, value, carried, derived, is_sample, source_id";

export interface ObservedRows {
  /** Table of the series that can be served. */
  plan: string;
  /** Selects the series of metrics that were observed at both levels of their asset, or all others. */
  areContested: boolean;
  precedence: SourcePrecedence;
}

/**
 * The observed rows of a batch of assets from each plan's `serve_from` on, on the listings that can serve them, with
 * short gaps of stocks filled. Of several rows of one series and day, the preferred one: of one provider, the latest
 * version, so rows that are not merged yet need no `FINAL`. Binds `assets`, `earliest` (first day to read), `horizon`
 * (last day to carry to) and `today`.
 */
export const observedRowsSql = ({ plan, areContested, precedence }: ObservedRows) => `
  SELECT metric_id, asset_id, to_listing AS token_id, date + day AS date, value, day > 0 AS carried,
    false AS derived, is_sample, source_id, from_listing
  FROM (
    SELECT metric_id, asset_id, from_listing, to_listing, date, value, is_sample, source_id,
      greatest(0, dateDiff('day', date, serve_from)) AS skipped,
      leadInFrame(date, 1, greatest(date, {horizon:Date32}) + 1) OVER (
        PARTITION BY asset_id, from_listing, to_listing, metric_id ORDER BY date, standing, version, provider
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
      ) AS next_date,
      if(metric_id IN (${stockIds.join(", ")}) AND next_date > date AND next_date <= date + ${CARRY_DAYS + 1},
        dateDiff('day', date, next_date), next_date > date) AS days
    FROM (
      SELECT asset_id, token_id, metric_id, is_sample, date, value, source_id, version, provider,
        ${standingSql(precedence)} AS standing
      FROM observations
      WHERE asset_id IN {assets:Array(UInt32)} AND date >= {earliest:Date32} AND date <= {today:Date32}
    ) AS seen
    INNER JOIN (
      SELECT * FROM ${plan} WHERE asset_id IN {assets:Array(UInt32)} AND is_contested = ${areContested}
    ) AS plan
      ON seen.asset_id = plan.asset_id AND seen.token_id = plan.from_listing
      AND seen.metric_id = plan.metric_id AND seen.is_sample = plan.is_sample
    WHERE date >= from_date
  )
  ARRAY JOIN range(toUInt32(skipped), toUInt32(days)) AS day`;

/** The rows of metrics that were observed at one level of their asset. */
export const uncontestedRowsSql = (of: Pick<ObservedRows, "plan" | "precedence">) =>
  `SELECT ${ROW} FROM (${observedRowsSql({ ...of, areContested: false })})`;

/**
 * The rows of metrics that were observed at both levels of their asset: for each day those of the served
 * level; a token without its own unit value gets that of the asset as a whole.
 * @param assets table with each asset's expected tokens
 */
export const contestedRowsSql = ({
  plan,
  assets,
  precedence,
}: {
  plan: string;
  assets: string;
  precedence: SourcePrecedence;
}) => `
  SELECT ${ROW} FROM (
    SELECT *,
      token_id >= ${ASSET_LISTING_OFFSET} AS is_whole,
      from_listing = token_id AS is_own,
      max(is_whole) OVER metric_day AS has_whole,
      countIf(is_own AND NOT is_whole AND has(tokens, token_id)) OVER metric_day AS known,
      ${expectedTokensSql("toInt32(date)")} AS expected,
      max(is_own) OVER (PARTITION BY asset_id, metric_id, date, token_id) AS has_own,
      ${wholeIsServedSql({
        wholeRank: `if(has_whole, 0, ${UNKNOWN_RANK})`,
        tokensRank: "0",
        knownTokens: "known",
        expectedTokens: "expected",
      })} AS whole_served
    FROM (${observedRowsSql({ plan, areContested: true, precedence })}) AS candidates
    INNER JOIN (
      SELECT asset_id, tokens, token_days FROM ${assets} WHERE asset_id IN {assets:Array(UInt32)}
    ) AS expected_tokens USING (asset_id)
    WINDOW metric_day AS (PARTITION BY asset_id, metric_id, date)
  )
  WHERE multiIf(
    is_whole, whole_served,
    NOT is_own, NOT has_own,
    metric_id IN (${unitValueIds.join(", ")}) OR NOT whole_served)`;
