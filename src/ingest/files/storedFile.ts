import { basename } from "node:path";
import type { MarketStore } from "#stores";
import { type SourceDraft, sourcesOfFile, undoneMark } from "../sources";
import type { ImportMapping } from "../staging/mapping";
import type { FileReport } from "./importReport";
import type { OpenedFile } from "./openFile";

/** Whether the entity is in the name of the file, so that the same content under another name means other figures. */
const readsName = (mapping: ImportMapping | undefined): boolean =>
  mapping !== undefined && "entity" in mapping && "fileName" in mapping.entity;

export interface NamedFile {
  file: Pick<OpenedFile, "sha256">;
  /** Name or path of the file. */
  name: string;
  mapping: ImportMapping | undefined;
}

/** The source that a file is. Each mapping reads other figures from a file, so each is a source of its own. */
export function fileSource({
  file,
  name,
  mapping,
  provider,
}: NamedFile & { provider: string | undefined }): SourceDraft {
  const fileName = basename(name);
  const origin =
    mapping === undefined ? null : JSON.stringify([mapping, readsName(mapping) ? fileName : null]);
  return { kind: "file", label: fileName, provider, fileName, sha256: file.sha256, isSample: false, origin };
}

/**
 * The report of a file that is stored already with the same mapping; null if it is not, was not stored completely, or
 * nothing of it was accepted.
 */
export async function findStoredFile(
  store: MarketStore,
  { file: { sha256 }, name, mapping }: NamedFile,
): Promise<(Partial<FileReport> & { sourceId: number; storedAt: string }) | null> {
  const own = JSON.stringify(mapping ?? null);
  for (const { id, detail, ingestedAt, fileName: known } of await sourcesOfFile(store, sha256)) {
    if (readsName(mapping) && known !== basename(name)) continue;
    const accepted = Number(detail.valuesAccepted ?? detail.investments ?? 0);
    if (accepted === 0 || JSON.stringify(detail.mapping ?? null) !== own) continue;
    return {
      sourceId: id,
      content: detail.investments === undefined ? "value" : "investment",
      rowsRead: Number(detail.rowsRead ?? 0),
      valuesAccepted: accepted,
      valuesUnchanged: accepted,
      rowsRefused: Number(detail.rowsRefused ?? 0),
      storedAt: ingestedAt.slice(0, 10),
      undone: undoneMark(detail),
    };
  }
  return null;
}
