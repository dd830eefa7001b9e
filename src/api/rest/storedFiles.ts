import type { Context } from "hono";
import { type Caller, filePermission, NotFoundError } from "#domain";
import { contentTypes, type DataSetStore, dumpSetNamed, fileChecksum, MANIFEST } from "#market";
import { requirePermission } from "../access/requirePermission";
import { storedFileResponse } from "../http/storedFileResponse";

const ADDRESS = /^\/export\/stored\/(\d{4}-\d\d-\d\d)\/([a-z_]+\.[a-z.]+)$/;

/**
 * A nightly file: `/export/stored/<day>/<file>`, where `<file>` is one that the
 * version's `manifest.json` names, or the manifest. Requires the same permissions as a current file of the same rows.
 * @returns null for other paths
 * @throws NotFoundError, UnauthorizedError, ForbiddenError
 */
export async function storedFile(
  c: Context,
  { store, caller }: { store: DataSetStore; caller: Caller },
): Promise<Response | null> {
  const [, day, name] = ADDRESS.exec(c.req.path) ?? [];
  if (day === undefined || name === undefined) return null;
  if (name === MANIFEST) {
    const path = await store.manifest(day);
    if (path === null) throw new NotFoundError("File not found.");
    const { sha256 } = await fileChecksum(path);
    return storedFileResponse(c, {
      path,
      name: `cadastre-${day}-${MANIFEST}`,
      contentType: "application/json",
      sha256,
    });
  }
  const found = await store.file(day, name);
  const set = found === null ? undefined : dumpSetNamed(found.file.resource);
  if (found === null || set === undefined) throw new NotFoundError("File not found.");
  const { file, path } = found;
  for (const permission of [filePermission(file.format), ...set.permissions])
    requirePermission(caller, permission);
  return storedFileResponse(c, {
    path,
    name: `${day}-${file.file}`,
    contentType: file.file.endsWith(".gz") ? "application/gzip" : contentTypes[file.format],
    sha256: file.sha256,
  });
}
