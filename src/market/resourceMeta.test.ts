import { expect, test } from "vitest";
import { metricByName, metrics } from "#domain/metrics";
import { resources } from "#domain/resources";
import { loanStatuses, wordsOfValue } from "#domain/vocabulary";
import { resourceMeta } from "./resourceMeta";

test("states how each metric is formatted, and the polarity of an increase", () => {
  const { metrics: described, fields } = resourceMeta("tokens");
  const of = (slug: string) => described.find((metric) => metric.slug === slug);
  expect(of("price_dollar")).toMatchObject({ format: { notation: "full", decimals: 4 }, polarity: "good" });
  expect(of("defaulted_loans_amount_dollar")).toMatchObject({ polarity: "bad" });
  expect(of("total_supply_token")).toMatchObject({ polarity: "neutral" });
  for (const { slug } of metrics) {
    expect(fields.find(({ name }) => name === slug)).toMatchObject({
      format: metricByName(slug)?.format,
      polarity: metricByName(slug)?.polarity,
    });
  }
});

test("states how the numbers of a field are formatted, and that its changes have no polarity", () => {
  const fields = new Map(resourceMeta("assets").fields.map((field) => [field.name, field]));
  expect(fields.get("minimum_investment_dollar")).toMatchObject({
    format: { notation: "compact", decimals: 2 },
    polarity: null,
  });
  expect(fields.get("name")?.format).toBeNull();
});

test("passes on the references of every field", () => {
  for (const { slug, fields } of resources) {
    const references = new Map(resourceMeta(slug).fields.map((field) => [field.name, field.refers_to]));
    for (const { name, exposed, refersTo } of fields) {
      if (exposed) expect([slug, name, references.get(name)]).toEqual([slug, name, refersTo]);
    }
  }
  expect(resourceMeta("assets").fields.find(({ name }) => name === "protocol_slug")?.refers_to).toEqual({
    resource: "platforms",
    field: "slug",
    entity: "platform",
    as: "protocol",
  });
});

test("describes fields for readers of screens, with the full names of metrics", () => {
  const doc = (reader: "api" | "screen", name: string) =>
    resourceMeta("assets", null, reader).fields.find((field) => field.name === name)?.doc;
  expect(doc("api", "offered_countries")).toBe(
    "ISO 3166-1 alpha-2 codes of the only countries where it is offered.",
  );
  expect(doc("screen", "offered_countries")).toBe("The only countries where it is offered.");
  const value = metricByName("bridged_token_value_dollar");
  expect(doc("api", "bridged_token_value_dollar")).toBe(value?.doc);
  expect(doc("screen", "bridged_token_value_dollar")).toBe(`Bridged Token Value (Dollar). ${value?.doc}`);
});

test.each(["loans", "pools"] as const)("describes the meaning of each status of %s", (slug) => {
  const docOf = (reader: "api" | "screen") =>
    resourceMeta(slug, null, reader).fields.find(({ name }) => name === "status")?.doc;
  for (const status of loanStatuses) {
    expect(docOf("api")).toContain(`\`${status.slug}\` (${status.doc})`);
    expect(docOf("screen")).toContain(`${wordsOfValue(status.slug)} (${status.doc})`);
  }
});
