import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import { IMPORT_UPLOAD_PATH, IMPORT_UPLOAD_TYPE } from "#domain/files";

export type Imports = inferRouterOutputs<AppRouter>["imports"]["current"];
export type Upload = NonNullable<Imports["upload"]>;
export type Check = NonNullable<Upload["check"]>;
export type Proposal = NonNullable<Check["proposal"]>;

const INTERRUPTED =
  "The upload was interrupted. Check your connection, and upload the file again; it must arrive within five minutes.";

/** Uploads a file. @throws Error with a message for the administrator */
export async function uploadFile(file: File): Promise<void> {
  const query = new URLSearchParams({ name: file.name });
  const response = await fetch(`${IMPORT_UPLOAD_PATH}?${query}`, {
    method: "POST",
    body: file,
    headers: { "content-type": IMPORT_UPLOAD_TYPE },
  }).catch((cause: unknown) => {
    throw new Error(INTERRUPTED, { cause });
  });
  if (response.ok) return;
  const answer: unknown = await response.json().catch(() => null);
  const message =
    typeof answer === "object" && answer !== null && "message" in answer
      ? String(answer.message)
      : INTERRUPTED;
  throw new Error(message);
}

export const megabytes = (bytes: number): string =>
  bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
