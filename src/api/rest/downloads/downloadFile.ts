import type { Context } from "hono";
import { ForbiddenError, NotFoundError, UnauthorizedError } from "#domain/errors";
import { storedFileResponse } from "../../http/storedFileResponse";
import { authenticate } from "../authenticate";
import { endpointAt } from "../endpoints";
import type { RestDependencies, RestEnvironment, RestState } from "../restDependencies";
import { describeSecretLink } from "../spreadsheetResponse";
import { isDownloadToken } from "./downloadLink";
import { keyOfDownload, LINK_INVALID } from "./downloadTerms";

const ADDRESS = /^\/export\/download\/([0-9a-f-]{36})\.([a-z]{1,10})$/;

/**
 * The file of a signed link, or the requested range: `/export/download/<id>.<format>?token=…`. The key that the file was
 * created for is checked during the whole download; if the key or its policies changed, the file is deleted.
 * @throws UnauthorizedError for an invalid link, NotFoundError if the file no longer exists, and as `authenticate`
 */
export async function downloadFile(
  c: Context<RestEnvironment>,
  dependencies: RestDependencies,
  state: RestState,
): Promise<Response> {
  describeSecretLink(c);
  const { downloads: desk, people } = dependencies;
  const [, id = "", format = ""] = ADDRESS.exec(c.req.path) ?? [];
  if (desk === undefined || id === "") throw new NotFoundError("File not found.");
  const { store, secret, checkMs } = desk;
  // Checked before the lookup, so that only valid links reveal whether a file exists.
  if (!isDownloadToken(c.req.query("token") ?? "", { id, secret })) throw new UnauthorizedError(LINK_INVALID);
  const found = await store.file(id);
  if (found === null || found.download.format !== format) {
    throw new NotFoundError("This file is no longer available. Request it again with the API key.");
  }
  const { download, path } = found;
  const open = async (isUse: boolean) => {
    try {
      return await keyOfDownload(people, download, { isUse });
    } catch (error) {
      if (error instanceof UnauthorizedError || error instanceof ForbiddenError) await store.remove(id);
      throw error;
    }
  };
  const key = await open(true);
  const { permission, resource, scope: keyScope = null } = endpointAt(download.terms.path ?? "") ?? {};
  const { noteAnswered } = await authenticate(c, dependencies, {
    state,
    key,
    permission: permission ?? "admin",
    resource: resource ?? null,
    keyScope,
    actionOf: () => "download",
    areRowsCounted: true,
  });
  noteAnswered();
  return storedFileResponse(c, {
    path,
    name: `${download.name}.${download.format}`,
    contentType: download.content_type,
    sha256: download.sha256,
    guard: { everyMs: checkMs, check: () => open(false) },
  });
}
