import { stat } from "node:fs/promises";
import path from "node:path";
import { NotFoundError } from "#domain/errors";
import { fileChecksum } from "./fileChecksum";
import { MANIFEST, readManifest } from "./manifest";

export interface DumpVerification {
  /** Files that are as the manifest says. */
  sound: number;
  bytes: number;
  /** One sentence for each file that is not. */
  problems: string[];
}

/**
 * Compares every file of a dump with its manifest.
 * @throws NotFoundError if the folder has no manifest, InvalidError if it is not valid
 */
export async function verifyDump(
  folder: string,
  onFile: (share: number, file: string) => void = () => undefined,
): Promise<DumpVerification> {
  const manifest = await readManifest(folder);
  if (manifest === null) throw new NotFoundError(`There is no ${MANIFEST} in ${folder}.`);
  const result: DumpVerification = { sound: 0, bytes: 0, problems: [] };
  for (const [index, { file, bytes, sha256 }] of manifest.files.entries()) {
    onFile(index / manifest.files.length, file);
    const at = path.join(folder, file);
    const found = await stat(at).catch(() => null);
    if (found === null) result.problems.push(`${file}: missing`);
    else if (found.size !== bytes) {
      result.problems.push(
        `${file}: ${found.size.toLocaleString("en")} bytes instead of ${bytes.toLocaleString("en")}`,
      );
    } else if ((await fileChecksum(at)).sha256 !== sha256) {
      result.problems.push(`${file}: its content has changed (SHA-256 differs)`);
    } else {
      result.sound += 1;
      result.bytes += bytes;
    }
  }
  return result;
}
