/** Two sources of the same figure, as an operator imports them and ranks them by a setting. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type Product, startProduct } from "../support/product";

const env = { SAMPLE_DATA: "off" };

it("shows the figure of the preferred source after a restart, and what the other one reports", async () => {
  let product: Product = await startProduct({ env });
  onTestFinished(() => product.remove());
  const key = (await product.cadastre("keys", "create", "--name", "Reader")).stdout.trim();
  const importFrom = (source: string, value: number) => {
    const file = path.join(product.dataDir, `${source}.csv`);
    writeFileSync(file, `entity,metric,date,value\nusdc,price_dollar,2026-01-05,${value}\n`);
    return product.cadastre("import", file, "--source", source);
  };
  const explained = async () => {
    const query = "metric=price_dollar&entity_type=asset&entity_id=usdc&date=2026-01-05";
    const response = await fetch(`${product.url}/api/v4/explain?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(200);
    const { value, sources, unused } = (await response.json()) as {
      value: number;
      sources: { provider: string }[];
      unused: { value: number; reason: string; rule: string | null; source: { provider: string } }[];
    };
    return {
      value,
      sources: sources.map(({ provider }) => provider),
      unused: unused.map((one) => [one.source.provider, one.value, one.reason, one.rule]),
    };
  };

  expect((await importFrom("issuer", 1.01)).code).toBe(0);
  expect((await importFrom("vendor", 0.99)).code).toBe(0);
  expect(await explained()).toEqual({
    value: 0.99,
    sources: ["vendor"],
    unused: [["issuer", 1.01, "earlier", null]],
  });

  expect(await product.stop()).toBe(0);
  product = await startProduct({
    env: { ...env, SOURCE_PRECEDENCE: "issuer, vendor, isuer, files" },
    dataDir: product.dataDir,
  });
  expect(product.output().match(/SOURCE_PRECEDENCE lists [^"]*/g)).toEqual([
    "SOURCE_PRECEDENCE lists isuer, but nothing has been imported from a source of that name",
  ]);
  expect(await explained()).toEqual({
    value: 1.01,
    sources: ["issuer"],
    unused: [["vendor", 0.99, "precedence", "all"]],
  });
  // A preferred source stays preferred whatever is imported later.
  expect((await importFrom("vendor", 0.98)).code).toBe(0);
  expect(await explained()).toMatchObject({ value: 1.01, unused: [["vendor", 0.98, "precedence", "all"]] });

  // A rule about the metric in its class decides alone, and the issuer comes after sources that it lists.
  expect(await product.stop()).toBe(0);
  const ofClass = "issuer, vendor; class=stablecoins metric=price_dollar: vendor; asset=usdt: issuer, isuer";
  product = await startProduct({ env: { ...env, SOURCE_PRECEDENCE: ofClass }, dataDir: product.dataDir });
  expect(product.output().match(/SOURCE_PRECEDENCE lists [^"]*/g)).toEqual([
    "SOURCE_PRECEDENCE lists isuer for asset=usdt, but nothing has been imported from a source of that name",
  ]);
  expect(await explained()).toEqual({
    value: 0.98,
    sources: ["vendor"],
    unused: [["issuer", 1.01, "precedence", "class and metric"]],
  });
  // Reading the catalog again keeps the rules.
  expect((await product.cadastre("catalog", "load")).code).toBe(0);
  expect(await explained()).toMatchObject({ value: 0.98 });

  const misnamed = await importFrom("The issuer", 1);
  expect(misnamed.code).toBe(1);
  expect(misnamed.stderr).toContain("lower-case letters, digits and single hyphens");

  // Commands that open the folder themselves leave the preference to the server.
  expect(await product.stop()).toBe(0);
  const unknown = { ...env, SOURCE_PRECEDENCE: "asset=usdd-coin: issuer" };
  await expect(startProduct({ env: unknown, dataDir: product.dataDir })).rejects.toThrow(
    'SOURCE_PRECEDENCE: names the asset "usdd-coin", which is not in the catalog',
  );
  expect(await product.cadastre("keys", "list")).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Installation: .*, server not running\n$/),
  });
});
