import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type MetricValue, metricByName, unknownMetric } from "#domain/metrics";
import { MetricChange } from "./MetricChange";

const risen: MetricValue = {
  ...unknownMetric,
  val: 120,
  val_7d: 100,
  chg_7d_amt: 20,
  chg_7d_pct: 20,
};
const fallen: MetricValue = { ...risen, val: 80, chg_7d_amt: -20, chg_7d_pct: -20 };

/** The class of a metric's change. */
function look(slug: string, metric: MetricValue): string {
  const described = metricByName(slug);
  if (described === undefined) throw new Error(`No metric ${slug}`);
  const { unit, polarity } = described;
  const html = renderToStaticMarkup(
    <MetricChange metric={metric} unit={unit} polarity={polarity} over="7d" />,
  );
  return /text-\w+/.exec(html)?.[0] ?? "";
}

test("a change is coloured by the polarity of its metric", () => {
  expect(look("bridged_token_value_dollar", risen)).toBe("text-positive");
  expect(look("bridged_token_value_dollar", fallen)).toBe("text-negative");
  for (const slug of [
    "defaulted_loans_amount_dollar",
    "holder_concentration_hhi",
    "top_10_holders_share_percent",
  ]) {
    expect(look(slug, risen), slug).toBe("text-negative");
    expect(look(slug, fallen), slug).toBe("text-positive");
  }
});

test("a neutral change has a sign but no colour", () => {
  for (const slug of ["total_supply_token", "average_interest_rate_percent", "daily_burns_dollar"])
    expect(look(slug, risen), slug).toBe("text-muted");
  const html = renderToStaticMarkup(
    <MetricChange metric={fallen} unit="token" polarity="neutral" over="7d" />,
  );
  expect(html).toContain("\u221220.00%");
});

test("no percentage is shown if either flow is negative", () => {
  const html = (metric: MetricValue) =>
    renderToStaticMarkup(<MetricChange metric={metric} unit="dollar" polarity="good" over="7d" />);
  expect(html({ ...risen, val_7d: -100, chg_7d_pct: 220 })).not.toContain("%");
  expect(html({ ...fallen, val: -80, chg_7d_pct: -180 })).not.toContain("%");
  expect(html(risen)).toContain("+20.00%");
});
