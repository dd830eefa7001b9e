import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Context } from "hono";
import type { VerifiedKey } from "#accounts/apiKeys";
import { visitorKey } from "#accounts/limits";
import { invalidAt } from "#domain/query";
import type { Download, DownloadRequest, FileFormat } from "#market";
import { currentWork, forVisitor } from "#stores";
import type { AdmittedKey } from "../authenticate";
import { datedSuffix } from "../datedMarket";
import type { Endpoint, EndpointRequest } from "../endpoints";
import type { DownloadDesk, RestEnvironment, RestState } from "../restDependencies";
import { type DownloadTerms, dayOfHistory, policiesHash, requireDownload } from "./downloadTerms";

const signatureOf = (id: string, ends: number, secret: string): string =>
  createHmac("sha256", secret).update(`download ${id} ${ends}`).digest("base64url");

const secondsOf = ({ expires_at }: Pick<Download, "expires_at">) => Math.floor(Date.parse(expires_at) / 1000);

/** The token of a signed link: grants access to one file until the file expires. */
function downloadToken(download: Pick<Download, "id" | "expires_at">, secret: string): string {
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

/** How long a request waits; below the response timeout of common proxies. */
const WAIT_MS = 20_000;
/** Seconds after which a client should retry. */
const RETRY_AFTER = 2;

export interface LinkRequest {
  desk: DownloadDesk;
  endpoint: Endpoint & Required<Pick<Endpoint, "file">>;
  request: EndpointRequest;
  format: FileFormat;
  admission: AdmittedKey;
  state: Pick<RestState, "files" | "making" | "limits">;
  countRows: (rows: number) => void;
}

/** Whether a signed link is requested instead of the file. @throws InvalidError for an unknown `delivery` */
export function wantsLink(c: Context): boolean {
  const delivery = c.req.query("delivery") ?? "";
  if (delivery === "" || delivery === "stream") return false;
  if (delivery === "link") return true;
  throw invalidAt("delivery", "must be stream or link");
}

/**
 * Creates a signed link to the file of a query. The file is computed once per key and policies; the response is 202 until it is
 * ready.
 * @throws as the computation, and RateLimitedError, UnavailableError if no more files can be stored
 */
export async function downloadLink(
  c: Context<RestEnvironment>,
  { desk, endpoint, request, format, admission, state, countRows }: LinkRequest,
): Promise<Response> {
  const { key, policies, withRowQuota } = admission;
  const day = dayOfHistory(policies, admission.day);
  const { path, file, fileName = "cadastre" } = endpoint;
  requireDownload(key, { path, format, policies, day });
  const query = request.query();
  const { dated } = request.market;
  c.header("Cache-Control", "no-store");
  const terms: DownloadTerms = { key: key.hash, path, day, policies: policiesHash(policies, day) };
  const visitor = visitorKey({ keyId: key.id });
  const owner = ownerOf(key);
  let isCounted = false;
  const wanted: DownloadRequest = {
    owner,
    question: [query, format, ...(dated === null ? [] : [dated.version])],
    terms: { ...terms },
    name: `${fileName.replaceAll("_", "-")}${datedSuffix(request.market)}`,
    dataVersion: request.market.dataVersion,
    make: async () => {
      const create = () => file({ ...request, query: () => query }, format);
      // Rows are counted once, even if the computation is retried.
      if (isCounted) return create();
      // Files computed while this one waited may have used up the rows.
      return withRowQuota({ most: Infinity, signal: currentWork().signal }, async () => {
        const counted = await create();
        countRows(counted.rows);
        isCounted = true;
        return counted;
      });
    },
    within: (signal, task) =>
      forVisitor({ visitor, signal, spent: (ms) => state.limits.work.spend(visitor, ms) }, () =>
        state.making.run({ visitor: owner, signal }, task),
      ),
  };
  const isHead = c.req.method === "HEAD";
  const waitMs = desk.waitMs ?? WAIT_MS;
  const found = await desk.store.find(wanted);
  // A stored file needs no database time.
  if (found === null) currentWork().admit?.();
  admission.noteAnswered();
  // HEAD stores no file.
  const download = isHead ? found : await desk.store.request(wanted, { waitMs });
  if (isHead) c.header("Content-Type", "application/json");
  if (download === null) {
    if (isHead) {
      // HEAD reports errors of the computation, in a queue slot, as far as they occur within the time that a request waits.
      const release = await state.files.enter(currentWork());
      try {
        const tried = file({ ...request, query: () => query }, format);
        await Promise.race([tried, setTimeout(waitMs, undefined, { ref: false })]);
      } finally {
        release();
      }
    }
    c.header("Retry-After", String(RETRY_AFTER));
    if (isHead) return c.body(null, 202);
    return c.json({ status: "preparing", retry_after: RETRY_AFTER }, 202);
  }
  const url = linkTo(download, desk);
  c.header("Location", url);
  if (isHead) return c.body(null, 201);
  const { bytes, sha256, data_version, made_at, expires_at } = download;
  return c.json(
    {
      status: "ready",
      url,
      format,
      rows: download.rows,
      bytes,
      sha256,
      data_version,
      made_at,
      expires_at,
    },
    201,
  );
}

/** Keys of one organization share stored files, since the number of keys is not limited. */
const ownerOf = ({ id, organizationId, userId }: VerifiedKey): string => {
  if (organizationId !== null) return `organization ${organizationId}`;
  return userId === null ? `key ${id}` : `user ${userId}`;
};

const linkTo = (download: Download, { baseUrl, secret }: DownloadDesk): string =>
  `${baseUrl.replace(/\/+$/, "")}/export/download/${download.id}.${download.format}?token=${downloadToken(download, secret)}`;
