import { CARRY_DAYS, metrics } from "#domain";
import { standingSql } from "#stores";

const stockIds = metrics.filter((metric) => metric.kind === "stock").map((metric) => metric.id);

/**
 * The observed rows of a batch of assets, each on the listings that serve it, with short gaps of stocks
 * filled. Of several rows of one series and day, the one that prevails. Binds `assets`, `horizon` (last day to carry
 * to), `today` and `precedence`.
 */
export const observedRowsSql = ({ plan }: { plan: string }) => `
  SELECT metric_id, asset_id, to_listing AS token_id, date + day AS date, value, day > 0 AS carried,
    false AS derived, is_sample, source_id
  FROM (
    SELECT metric_id, asset_id, to_listing, date, value, is_sample, source_id,
      leadInFrame(date, 1, greatest(date, {horizon:Date32}) + 1) OVER (
        PARTITION BY asset_id, to_listing, metric_id ORDER BY date, standing, version, provider
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
      ) AS next_date,
      if(metric_id IN (${stockIds.join(", ")}) AND next_date > date AND next_date <= date + ${CARRY_DAYS + 1},
        dateDiff('day', date, next_date), next_date > date) AS days
    FROM (
      SELECT asset_id, token_id, metric_id, is_sample, date, value, source_id, version, provider,
        ${standingSql("{precedence:Array(String)}")} AS standing
      FROM observations FINAL
      WHERE asset_id IN {assets:Array(UInt32)} AND date <= {today:Date32}
    ) AS seen
    INNER JOIN (SELECT * FROM ${plan} WHERE asset_id IN {assets:Array(UInt32)}) AS plan
      ON seen.asset_id = plan.asset_id AND seen.token_id = plan.from_listing
      AND seen.metric_id = plan.metric_id AND seen.is_sample = plan.is_sample
    WHERE date >= from_date
  )
  ARRAY JOIN range(toUInt32(days)) AS day`;
