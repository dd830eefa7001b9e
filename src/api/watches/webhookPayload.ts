import type { DeliveredFiring } from "#accounts";
import { entityPage, entityTypes, firingWords } from "#domain";
import type { WatchFiringFacts } from "#stores";

/** The absolute URL of the page about a firing's subject. */
export function pageOfFiring(
  { subject, condition }: Pick<WatchFiringFacts, "subject" | "condition">,
  baseUrl: string,
): string {
  const { type, slug } = subject;
  if (type === "catalog" || slug === null) {
    return `${baseUrl}${condition.kind === "event" ? "/evidence" : "/new-asset-monitor"}`;
  }
  const kind = entityTypes.find((one) => one === type);
  const path = kind === undefined ? null : entityPage(kind, slug);
  return `${baseUrl}${path ?? "/settings/watches"}`;
}

/** The body of a webhook about a firing, in the format that the Standard Webhooks specification proposes. */
export function firingPayload({ id, at, facts, watch }: DeliveredFiring, baseUrl: string): string {
  const { condition, subject, metric, value, former, reported, day, isSample, items, itemCount } = facts;
  return JSON.stringify({
    type: "watch.fired",
    timestamp: at.toISOString(),
    data: {
      firing_id: id,
      watch: { id: watch.id, name: watch.name },
      condition,
      text: firingWords(condition, facts),
      subject: { type: subject.type, id: subject.id, slug: subject.slug, name: subject.name },
      measure: metric,
      value,
      former_value: former,
      date: day,
      last_observed: reported,
      is_sample: isSample ?? false,
      items,
      item_count: itemCount,
      url: pageOfFiring(facts, baseUrl),
    },
  });
}

/** The body of a test. */
export const testPayload = (at: Date): string =>
  JSON.stringify({
    type: "watch.test",
    timestamp: at.toISOString(),
    data: { text: "This is a test of your endpoint. No watch has fired." },
  });
