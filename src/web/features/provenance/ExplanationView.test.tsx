import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Explanation } from "#domain/api";
import { ExplanationView } from "./ExplanationView";

const source = (id: string, label: string, provider: string | null) => ({
  id,
  kind: "file",
  label,
  provider,
  is_sample: false,
  first_ingested_at: "2026-02-01T10:00:00.000Z",
  ingested_at: "2026-02-04T10:00:00.000Z",
});
const observation = {
  date: "2026-02-03",
  metric: "price_dollar",
  asset_id: 57,
  asset_name: "Ondo Short-Term US Treasuries",
  token_id: 501,
  is_sample: false,
};
const explanation: Explanation = {
  measure: { id: 100019, slug: "price_dollar", name: "Price", label: "Price", unit: "dollar", kind: "stock" },
  value: 1.25,
  date: "2026-02-03",
  carried: false,
  derived: false,
  is_sample: false,
  formula: "As reported",
  doc: "Price of one unit.",
  inputs: [],
  entity: { type: "token", id: 501, slug: "ousg-ethereum", name: "OUSG" },
  across: null,
  level: null,
  observations: [{ ...observation, value: 1.25, source_id: "issuer" }],
  unused: [],
  computed: [],
  ledger: [],
  superseded: [],
  sources: [source("issuer", "Example Issuer", "issuer")],
  members: [],
  rest: { count: 0, value: null },
};
/** The page as text. */
const shown = (parts: Partial<Explanation>) =>
  renderToStaticMarkup(<ExplanationView explanation={{ ...explanation, ...parts }} />).replaceAll(
    /<[^>]+>/g,
    "|",
  );

test("lists observations that are not used, with the reason", () => {
  const unused = [
    {
      value: 1.5,
      source: source("vendor", "Example Vendor", "vendor"),
      reason: "precedence",
      rule: "class and metric",
    },
    { value: 1.75, source: source("files", "Imported files", null), reason: "earlier", rule: null },
    { value: 90, source: source("files", "Imported files", null), reason: "level", rule: null },
  ] as const;
  const page = shown({
    unused: unused.map((one) => ({
      ...observation,
      ...one,
      source_id: one.source.id,
      used_source_id: "issuer",
    })),
  });
  expect(page).toMatch(
    /Not used.*1\.5\|.*Example Vendor \(vendor\)\|.*lower precedence for this metric in this asset class/,
  );
  expect(page).toMatch(/1\.75\|.*Imported files\|.*imported earlier/);
  expect(page).toMatch(/90\|.*Imported files\|.*other figures cover more of the asset/);
  expect(page).toContain("Example Issuer (issuer)");
});

test("shows every reported digit", () => {
  const page = shown({ observations: [{ ...observation, value: 0.99970012, source_id: "issuer" }] });
  expect(page).toContain("|0.99970012|");
});

test("does not mention unused observations if there are none", () => {
  expect(shown({})).not.toContain("Not used");
});

test("names the asset of observations of an asset as a whole if several assets are explained", () => {
  const observations = [{ ...observation, token_id: null, value: 1.25, source_id: "issuer" }];
  const entity = { type: "issuer", id: 3, slug: "ondo", name: "Ondo" } as const;
  expect(shown({ entity, observations })).toMatch(/3 Feb 2026\|+Ondo Short-Term US Treasuries\|/);
  expect(shown({ observations })).not.toContain("Ondo Short-Term");
});

test("lists values that were marked as wrong, with reason and time, and offers the mark to administrators only", () => {
  const superseded = [
    {
      ...observation,
      value: 99,
      source_id: "vendor",
      source: source("vendor", "Example Vendor", "vendor"),
      reason: "In cents",
      by: "the data desk",
      at: "2026-02-05T10:00:00.000Z",
    },
  ];
  const text = shown({ superseded });
  expect(text).toContain("Marked as wrong");
  expect(text).toMatch(/99\|.*Example Vendor.*In cents \(the data desk, .*2026/);
  const page = (canMark: boolean) =>
    renderToStaticMarkup(<ExplanationView explanation={explanation} canMark={canMark} />);
  expect(page(false)).not.toContain("Mark as wrong");
  expect(page(true)).toContain(
    "/admin/data/corrections?entity=token%3A501&amp;metric=price_dollar&amp;date=2026-02-03&amp;source=issuer",
  );
});

test("shows what a formula gives beside the reported value, with the difference and its inputs", () => {
  const measure = (slug: string, label: string, unit: "token" | "dollar") =>
    ({ ...explanation.measure, slug, label, unit }) as const;
  const page = shown({
    computed: [
      {
        level: "token",
        token_id: 501,
        value: 200,
        reported: 210,
        difference: 10,
        difference_percent: 5,
        inputs: [
          { measure: measure("total_supply_token", "Supply", "token"), value: 100 },
          { measure: measure("net_asset_value_dollar", "NAV", "dollar"), value: 2 },
        ],
      },
      {
        level: "tokens",
        token_id: null,
        value: 250,
        reported: 250,
        difference: 0,
        difference_percent: 0,
        inputs: [],
      },
    ],
  });
  expect(page).toMatch(
    /Computed, not used.*\$200\.00\|.*reported: \$210\.00, \$10\.00 \(5\.00%\) more\|.*Supply 100 tokens, NAV \$2\.00\|.*Sum over its tokens\|.*\$250\.00\|.*as reported/,
  );
});

test("says whether a figure is of the asset as a whole or of its tokens", () => {
  const across = "Sum across tokens with a value";
  expect(shown({ across, level: "asset" })).toContain("Figure of the asset as a whole, not of its tokens.");
  expect(shown({ across, level: "tokens", rest: { count: 2, value: 3 } })).toContain(`${across} (2).`);
});
