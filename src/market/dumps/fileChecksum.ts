import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** Bytes and SHA-256 of a file that is, from then on, on the disk. */
export async function fileChecksum(file: string): Promise<{ bytes: number; sha256: string }> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 1_048_576 })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { bytes, sha256: hash.digest("hex") };
  } finally {
    await handle.close();
  }
}
