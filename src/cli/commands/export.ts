import path from "node:path";
import type { Command } from "commander";
import { formatCount } from "#domain/text";
import { runCommand } from "../runCommand";

interface ExportOptions {
  resources?: string;
  format: string;
  gzip?: boolean;
  verify?: boolean;
}

export function addExportCommand(program: Command, root: string): void {
  program
    .command("export")
    .description("Write complete data sets into a folder, with a manifest of their columns and checksums.")
    .argument("<folder>", "folder to write to; created if missing")
    .option("-r, --resources <names>", "only these, such as assets,tokens,asset_timeseries; default: all")
    .option("-f, --format <formats>", "csv, ndjson or parquet; separate several with commas", "csv")
    .option("--gzip", "compress each file")
    .option("--verify", "check the folder's files against its manifest instead")
    .addHelpText(
      "after",
      `
A file gets its name once it is complete. To finish an interrupted export, run the same command again: it keeps
files whose data has not changed and writes the others again.

--verify exits with code 1 if a file is missing or differs from the manifest.`,
    )
    .action((folder: string, options: ExportOptions) =>
      options.verify === true ? verify(path.resolve(folder)) : write(root, path.resolve(folder), options),
    );
}

const listed = (names: string) =>
  names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

async function write(root: string, folder: string, options: ExportOptions): Promise<void> {
  const { written, kept, rows, bytes, dataVersion, asOf, hasSample } = await runCommand({
    root,
    operation: "export",
    input: {
      folder,
      resources: options.resources === undefined ? null : listed(options.resources),
      formats: listed(options.format),
      isGzipped: options.gzip === true,
    },
    output: "exported",
  });
  const files = (count: number) => formatCount(count, "file");
  const done =
    kept === 0 ? `${files(written)} written` : `${files(written)} written, ${files(kept)} unchanged`;
  console.log(
    `${folder}: ${done}; ${rows.toLocaleString("en")} rows, ${(bytes / 1e6).toFixed(1)} MB, data version ${dataVersion}${asOf === null ? "" : `, figures to ${asOf}`}.`,
  );
  if (hasSample)
    console.log("Some figures are sample data; manifest.json lists the files that contain them.");
}

/** Needs neither the stores nor a server: only the files in the folder are checked. */
async function verify(folder: string): Promise<void> {
  const { verifyDump } = await import("#market");
  const { sound, bytes, problems } = await verifyDump(folder);
  for (const problem of problems) console.error(problem);
  const megabytes = (bytes / 1e6).toFixed(1);
  if (problems.length > 0) {
    console.error(`${problems.length} of ${sound + problems.length} files differ from the manifest.`);
    process.exitCode = 1;
  } else console.log(`${sound} files, ${megabytes} MB: all match the manifest.`);
}
