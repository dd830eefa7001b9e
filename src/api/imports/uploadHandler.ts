import type { Logger } from "pino";
import { ForbiddenError, InvalidError, TooLargeError, UnauthorizedError } from "#domain/errors";
import { IMPORT_UPLOAD_TYPE } from "#domain/files";
import { storeProblem } from "#stores";
import { requirePermission, viewingAsError } from "../access/requirePermission";
import { isSameOrigin } from "../access/sameOrigin";
import type { Visitor } from "../auth/visitors";
import { errorContent } from "../rest/errorResponse";
import type { ImportDesk } from "./importDesk";

export interface UploadHandlerOptions {
  /** Public URL of the site. */
  baseUrl: string;
  visitorOf: (request: Request) => Promise<Visitor>;
  imports: ImportDesk;
  log: Pick<Logger, "error">;
}

/** Accepts the file that an administrator's browser uploads (`IMPORT_UPLOAD_PATH`), and returns it or an error. */
export const createUploadHandler =
  (options: UploadHandlerOptions) =>
  async (request: Request): Promise<Response> => {
    const headers = { "cache-control": "no-store" };
    if (request.method !== "POST") {
      const message = "Upload files with POST.";
      return Response.json({ message }, { status: 405, headers: { ...headers, allow: "POST" } });
    }
    try {
      return Response.json(await receive(request, options), { status: 201, headers });
    } catch (error) {
      const known = storeProblem(error);
      if (known === null || known !== error) options.log.error({ err: error }, "An upload failed");
      if (known === null) {
        const message = "Something went wrong on our side. Please try again.";
        return Response.json({ message }, { status: 500, headers });
      }
      const { status, body } = errorContent(known);
      return Response.json(body, { status, headers });
    }
  };

async function receive(request: Request, { baseUrl, visitorOf, imports }: UploadHandlerOptions) {
  if (!isSameOrigin(request, baseUrl)) {
    throw new ForbiddenError("This request came from another site, so no changes were made.");
  }
  const owner = await requireAdministrator(request, visitorOf);
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== IMPORT_UPLOAD_TYPE) {
    throw new InvalidError(`Send the file as the body of the request, with the type ${IMPORT_UPLOAD_TYPE}.`);
  }
  const declared = request.headers.get("content-length");
  const length = declared === null ? null : Number(declared);
  if (length !== null && length > imports.limit) throw tooLargeUpload(imports.limit);
  const name = new URL(request.url).searchParams.get("name") ?? "";
  const file = await imports.receive(owner, { name, length, body: request.body });
  try {
    // The session may end, or the user lose the role, during a long upload. A new `Request` avoids the cached lookup.
    await requireAdministrator(new Request(request.url, { headers: request.headers }), visitorOf);
  } catch (error) {
    await imports.discard(owner, file.id);
    throw error;
  }
  return file;
}

/** @returns the id of the administrator @throws UnauthorizedError, ForbiddenError also while viewing as another user */
async function requireAdministrator(
  request: Request,
  visitorOf: UploadHandlerOptions["visitorOf"],
): Promise<string> {
  const { user, viewer } = await visitorOf(request);
  if (viewer !== null) throw viewingAsError(user.email);
  requirePermission(user, "admin");
  if (user.id === "") throw new UnauthorizedError("Sign in to do this.");
  return user.id;
}

/** Error that names the upload limit. */
export const tooLargeUpload = (limit: number): TooLargeError =>
  new TooLargeError(
    `Uploads are limited to ${(limit / 1e6).toLocaleString("en-US")} MB (IMPORT_UPLOAD_MB). Import larger files on the command line of the server: cadastre import FILE`,
  );
