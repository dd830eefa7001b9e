import { metricOfSlug } from "../metrics/catalogue";
import { figureText, figureWords } from "../metrics/figureWords";
import { daysWords, differenceWords, metricLabel, metricOfCondition } from "./conditionWords";
import { changeOf, pegDistance } from "./judgeWatch";
import type { WatchCondition } from "./watchSchema";

/** The result of a firing. */
export interface FiringFacts {
  value: number | null;
  former: number | null;
  reported: string | null;
  /** Names of new rows. */
  items: readonly { name: string }[];
  /** How many are new, listed or not. */
  itemCount: number;
  /** Whether the figure is sample data. */
  isSample?: boolean;
}

/** What happened, without the subject's name: `Price: $0.9812, below $0.99.` Sample figures are marked. */
export const firingWords = (condition: WatchCondition, facts: FiringFacts): string =>
  `${firingSentence(condition, facts)}${facts.isSample === true ? " Sample data." : ""}`;

function firingSentence(condition: WatchCondition, facts: FiringFacts): string {
  const slug = metricOfCondition(condition);
  const metric = slug === null ? undefined : metricOfSlug(slug);
  const value = facts.value === null ? "unknown" : figureWords(facts.value, metric);
  switch (condition.kind) {
    case "threshold":
      return `${metricLabel(condition.metric)}: ${value}, ${condition.direction} ${figureWords(condition.value, metric)}.`;
    case "change": {
      const change = changeOf(facts, condition.by) ?? 0;
      const size =
        condition.by === "percent"
          ? figureText(Math.abs(change), "percent")
          : differenceWords(Math.abs(change), metric);
      return `${metricLabel(condition.metric)}: ${value}, ${change < 0 ? "down" : "up"} ${size} in ${daysWords(condition.days)}.`;
    }
    case "staleness":
      return `${metricLabel(condition.metric)} last observed on ${facts.reported ?? "an unknown date"}.`;
    case "depeg":
      return `Price: ${value}, ${figureText(pegDistance(facts.value) ?? 0, "percent")} from $1.`;
    case "attestation_overdue":
      return `Attestation overdue: the latest in the catalog covers ${facts.reported ?? "an unknown date"}.`;
    case "new_token":
    case "new_asset":
    case "event":
    case "check": {
      const rest = facts.itemCount - facts.items.length;
      const names = facts.items.map(({ name }) => name).join(", ");
      const what = {
        new_token: "New token",
        new_asset: "New asset",
        event: "New incident or corporate action",
        check: "Checks",
      }[condition.kind];
      return `${what}: ${names}${rest > 0 ? ` and ${rest.toLocaleString("en")} more` : ""}.`;
    }
  }
}
