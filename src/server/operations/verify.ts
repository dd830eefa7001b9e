import { z } from "zod";
import { currentDay } from "#domain/days";
import { NotFoundError } from "#domain/errors";
import { formatCount } from "#domain/text";
import { verifyServed } from "#ingest";
import { operation } from "./operation";

/** The most differences that a command lists. */
export const MOST_DIFFERENCES = 10_000;

/**
 * Computes figures again from the observations and compares them with those served. It waits for writers, as they
 * wait for it, so that nothing changes meanwhile.
 */
export const verifyOperation = operation({
  input: z.object({
    asset: z.string().min(1).nullable(),
    limit: z.number().int().min(0).max(MOST_DIFFERENCES),
  }),
  changesMarketData: true,
  run: async ({ market, catalog }, { asset: name, limit }, report) => {
    const asset =
      name === null ? null : catalog.assets.find(({ slug, id }) => slug === name || String(id) === name);
    if (asset === undefined)
      throw new NotFoundError(`There is no asset ${JSON.stringify(name)} in the catalog.`);
    const found = await verifyServed(market, {
      assetIds: asset === null ? null : [asset.id],
      today: currentDay(),
      limit,
      onProgress: (done, total) =>
        report(
          total === 0 ? 1 : done / total,
          `Verified ${formatCount(done, "asset")} of ${total.toLocaleString("en-US")}`,
        ),
    });
    return { ...found, asset: asset?.name ?? null };
  },
});
