import { basename } from "node:path";
import { z } from "zod";
import { importFiles, importSummary } from "#ingest";
import { today } from "../today";
import { operation } from "./operation";

/** Takes files in. `clean` is false where a row was refused or a file could not be read to its end. */
export const importOperation = operation({
  input: z.object({ files: z.array(z.string().min(1)).min(1), mapping: z.unknown() }),
  changesMarketData: true,
  run: async ({ market, catalog }, { files, mapping }, report) => {
    const result = await importFiles(market, catalog, {
      files,
      mapping: mapping ?? undefined,
      today: today(),
      onProgress: ({ file, bytesRead, bytesTotal, rows }) =>
        report(
          bytesTotal === 0 ? 0 : bytesRead / bytesTotal,
          `${basename(file)}: ${rows.toLocaleString("en")} rows`,
        ),
      onDerive: ({ assetsDone, assetsTotal }) =>
        report(
          assetsTotal === 0 ? 1 : assetsDone / assetsTotal,
          `Derived ${assetsDone.toLocaleString("en")} of ${assetsTotal.toLocaleString("en")} assets`,
        ),
    });
    const refused = result.files.some((file) => file.rowsRefused > 0);
    return { summary: importSummary(result), clean: result.ok && !refused };
  },
});
