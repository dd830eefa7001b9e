import fc from "fast-check";
import { expect, test } from "vitest";
import { assetSchema, emptyCatalog, firmSchema, networkSchema } from "../catalog/schema";
import { indexCatalog } from "../resources/catalogIndex";
import { newsTagKinds } from "../vocabulary/newsTagKinds";
import { subjectsOf } from "./newsSubject";
import { createNewsTagger } from "./tagNews";

const source = "https://example.org";
const asset = (id: number, slug: string, name: string, ticker: string) =>
  assetSchema.parse({
    id,
    slug,
    name,
    ticker,
    asset_class: "treasuries",
    platform: null,
    issuer: slug === "fund" ? "acme" : null,
    manager: null,
    jurisdiction: null,
    description: null,
    website: null,
    inception_date: null,
    denomination: null,
    distribution: "distributed",
    is_investable: null,
    source,
  });
const network = (id: number, slug: string, name: string) =>
  networkSchema.parse({
    id,
    slug,
    name,
    explorer_url: null,
    explorer_name: null,
    color: "#000000",
    chain_id: null,
    layer: null,
    parent: null,
    virtual_machine: null,
    architecture: null,
    website: null,
    founded_date: null,
    description: null,
    source,
  });

const tag = createNewsTagger(
  indexCatalog({
    ...emptyCatalog,
    assets: [
      asset(1, "fund", "Acme Treasury Fund", "ATFX"),
      asset(2, "gold", "Acme Gold", "GOLD"),
      asset(3, "euro", "Acme Euro", "EUR"),
    ],
    issuers: [
      firmSchema.parse({
        id: 4,
        slug: "acme",
        name: "Acme Capital",
        jurisdiction: null,
        website: null,
        description: null,
        source,
      }),
    ],
    networks: [network(5, "ethereum", "Ethereum"), network(6, "base", "Base")],
  }),
);
const slugs = (text: string, assets: readonly string[] = []) => {
  const tags = tag({ text, assets });
  return newsTagKinds.flatMap((kind) => tags[kind].map(({ slug }) => `${kind} ${slug}`));
};

test("a text is tagged with the entities that it names, by whole words in the same spelling", () => {
  expect(slugs("Acme Treasury Fund opens on Ethereum")).toEqual([
    "asset fund",
    "issuer acme",
    "network ethereum",
  ]);
  expect(slugs("ATFX passes $1 billion")).toEqual(["asset fund", "issuer acme"]);
  expect(slugs("Ethereumish and acme treasury fund and ATFXY")).toEqual([]);
  expect(slugs("Acme Capital hires a chair")).toEqual(["issuer acme"]);
});

test("a name that is a word too counts only where the text says so", () => {
  expect(slugs("Base rates fall. Base metals rise")).toEqual([]);
  expect(slugs("A fund arrives on Base")).toEqual(["network base"]);
  expect(slugs("The Base network grows")).toEqual(["network base"]);
  expect(slugs("GOLD at a high, EUR steady")).toEqual([]);
  expect(slugs("$GOLD and $EUR trade")).toEqual(["asset gold", "asset euro"]);
});

test("a tag that is given counts whatever the text says", () => {
  expect(slugs("Nothing by name", ["fund", "nowhere"])).toEqual(["asset fund", "issuer acme"]);
});

test("subjects are written with kind, slug and name", () => {
  expect(subjectsOf(tag({ text: "On Base: ATFX", assets: [] }))).toEqual([
    "asset/fund/Acme Treasury Fund",
    "issuer/acme/Acme Capital",
  ]);
  expect(subjectsOf(tag({ text: "ATFX on Base", assets: [] }))).toContain("network/base/Base");
});

test("any name is found as it is written, whatever characters it has", () => {
  const name = fc.string({ unit: "binary", minLength: 3, maxLength: 15 });
  fc.assert(
    fc.property(fc.oneof(name, fc.constant("0-5 (A+B) [C]/{D} $E^ x|y. \\-*?")), (text) => {
      const named = asset(1, "named", text, text);
      const tagNamed = createNewsTagger(indexCatalog({ ...emptyCatalog, assets: [named] }));
      expect(tagNamed({ text: `on ${text} $${text}`, assets: [] }).asset).toEqual([named]);
    }),
    { numRuns: 30 },
  );
});
