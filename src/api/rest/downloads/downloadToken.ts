import { createHmac, timingSafeEqual } from "node:crypto";
import type { Download } from "#market";

const signatureOf = (id: string, ends: number, secret: string): string =>
  createHmac("sha256", secret).update(`download ${id} ${ends}`).digest("base64url");

const secondsOf = ({ expires_at }: Pick<Download, "expires_at">) => Math.floor(Date.parse(expires_at) / 1000);

/** The token of a signed link: grants access to one file until the file expires. */
export function downloadToken(download: Pick<Download, "id" | "expires_at">, secret: string): string {
  const ends = secondsOf(download);
  return `${ends}.${signatureOf(download.id, ends, secret)}`;
}

/** Whether a token belongs to a file, and has not expired. */
export function isDownloadToken(
  token: string,
  { id, secret, now = Date.now() }: { id: string; secret: string; now?: number },
): boolean {
  const [, seconds = "", sent = ""] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  const ends = Number(seconds);
  const expected = Buffer.from(signatureOf(id, ends, secret));
  const signature = Buffer.from(sent);
  return signature.length === expected.length && timingSafeEqual(signature, expected) && ends * 1000 > now;
}
