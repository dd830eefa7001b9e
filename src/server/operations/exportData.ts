import { realpath } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { InvalidError } from "#domain/errors";
import { createMarket, type DumpTarget, dumpFormats, dumpSetNamed, dumpSets, writeDump } from "#market";
import { operation } from "./operation";

/**
 * Writes complete data sets to a folder of the operator, in the writer queue, so that all have one data
 * version.
 */
export const exportOperation = operation({
  input: z.object({
    folder: z.string().refine(path.isAbsolute, "must be an absolute path"),
    resources: z.array(z.string()).min(1).nullable(),
    formats: z.array(z.enum(dumpFormats)).min(1),
    isGzipped: z.boolean(),
  }),
  changesMarketData: false,
  run: async (
    { market: store, writers, configuration, jobs },
    { folder, resources, formats, isGzipped },
    report,
  ) => {
    await refuseDataFolder(folder, configuration.DATA_DIR);
    const sets = resources === null ? dumpSets : [...new Set(resources.map(setNamed))];
    const files = sets.flatMap((set) => formats.map((format): DumpTarget => ({ set, format, isGzipped })));
    const dump = await writers.run(
      (checkpoint, signal) =>
        writeDump(
          // Without a cache: names are read once per file, and cached results would outlive the command.
          { market: createMarket({ store, cacheBytes: 0 }), store },
          {
            folder,
            files,
            signal,
            report: (share, file) => {
              report(share, file);
              checkpoint();
            },
          },
        ),
      { label: jobs.labelOf("export") },
    );
    return {
      written: dump.written,
      kept: dump.kept,
      rows: dump.files.reduce((sum, { rows }) => sum + rows, 0),
      bytes: dump.files.reduce((sum, { bytes }) => sum + bytes, 0),
      dataVersion: dump.files[0]?.data_version ?? null,
      asOf: dump.files[0]?.as_of ?? null,
      hasSample: dump.files.some(({ has_sample }) => has_sample),
    };
  },
});

function setNamed(name: string) {
  const set = dumpSetNamed(name);
  if (set !== undefined) return set;
  const known = dumpSets.map((one) => one.name).join(", ");
  throw new InvalidError(`There is no resource ${JSON.stringify(name)}. Resources: ${known}`);
}

/**
 * Rejects the data folder: its contents belong to the stores, and the next start would treat an export as
 * part of them.
 */
async function refuseDataFolder(folder: string, dataFolder: string): Promise<void> {
  const inside = path.relative(await realFolder(dataFolder), await realFolder(folder));
  const isOutside = inside === ".." || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside);
  if (!isOutside) {
    throw new InvalidError(`${folder} is in the data folder (DATA_DIR). Choose a folder outside it.`);
  }
}

/** Resolves symbolic links of a folder that exists or will be created. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? folder : path.join(await realFolder(parent), path.basename(folder));
  }
}
