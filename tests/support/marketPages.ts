/** Pages of the shared product in a browser, and the same figures from its data API. */
import type { Locator, Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import { type ApiResponse, type ApiRow, callApi, valueIn } from "./callApi";
import { sharedChromium } from "./chromium";
import { type OpenedPage, type OpenOptions, openPage } from "./openPage";
import { cadastre } from "./product";

export const site = inject("productUrl");

/** Opens a page for the running test, which closes it. */
export async function open(path: string, options?: OpenOptions): Promise<OpenedPage> {
  const opened = await openPage(await sharedChromium(), site + path, options);
  onTestFinished(() => opened.context.close());
  return opened;
}

/** Created once per process. */
let key: Promise<string> | undefined;

/** A key of the data API. */
export function apiKey(): Promise<string> {
  key ??= cadastre(["keys", "create", "--name", "browser tests"], {
    DATA_DIR: inject("productDataDir"),
  }).then(({ stdout }) => stdout.trim());
  return key;
}

export async function api(path: string, query: object): Promise<ApiResponse> {
  return callApi({ site, key: await apiKey() }, path, query);
}

/** All rows of a resource, of up to a few fields, in which tests look for one with the property that they need. */
export async function rowsOf(
  resource: string,
  fields: readonly string[],
  query: object = {},
): Promise<ApiRow[]> {
  return (await api(`/${resource}`, { fields, pagination: { page: 1, perPage: 5_000 }, ...query })).results;
}

/** A field of the first row that fits. Throws if none does. */
export function valueOfFirst(
  rows: readonly ApiRow[],
  field: string,
  isFit: (row: ApiRow) => boolean = () => true,
): string {
  const found = rows.find(isFit);
  if (found === undefined) throw new Error(`none of ${rows.length} rows fits`);
  return String(found[field]);
}

/** Slug of the entity with the largest value of a metric. */
export const largest = async (resource: string, metric: string): Promise<string> =>
  valueOfFirst(await rowsOf(resource, ["slug"], { sort: { field: metric, direction: "desc" } }), "slug");

/** The value of a field that most rows have. */
export function mostFrequent(rows: readonly ApiRow[], field: string): string {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(String(row[field]), (counts.get(String(row[field])) ?? 0) + 1);
  const [first] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (first === undefined) throw new Error(`there is no ${field}`);
  return first[0];
}

/** Latest value of a metric of one entity, from the data API. */
export async function figure(resource: string, slug: string, metric: string): Promise<number> {
  const { results } = await api(`/${resource}`, {
    filter: { field: "slug", operator: "equals", value: slug },
    fields: [metric],
  });
  const value = valueIn(results[0], metric);
  if (value === null) throw new Error(`${slug} has no ${metric}`);
  return value;
}

/** Value of a tile, by its label. */
export const tile = async (page: Page, label: string): Promise<number> =>
  Number(
    await page
      .getByRole("region", { name: "Key figures" })
      .locator("dl", { has: page.locator("dt", { hasText: label }) })
      .locator("data")
      .first()
      .getAttribute("value"),
  );

/** Follows a link of a set of options. */
export const choose = (page: Page, label: string, name: string) =>
  page.getByRole("navigation", { name: label, exact: true }).getByRole("link", { name, exact: true }).click();

/** Text of the legend of a chart, without its note on the last period. */
export const legendOf = (chart: Locator) =>
  chart.getByRole("list", { name: "Legend" }).getByRole("button").allTextContents();

export const table = (page: Page, name: string) => page.getByRole("region", { name, exact: true }).first();

export const firstRow = (page: Page, name: string) => table(page, name).locator("tbody tr").first();
