/**
 * The browser's side of the sign-in contract (specification, section 7): the
 * calls under `/api/auth`, spoken as clients of the next-auth family do.
 */
import * as v from "valibot";

const AUTH = "/api/auth";

const sessionSchema = v.object({
  user: v.object({
    id: v.string(),
    name: v.nullish(v.string()),
    email: v.string(),
    image: v.nullish(v.string()),
  }),
  expires: v.string(),
});
export type Session = v.InferOutput<typeof sessionSchema>;

const csrfSchema = v.object({ csrfToken: v.string() });
const providersSchema = v.record(
  v.string(),
  v.object({ id: v.string(), type: v.string(), name: v.string() }),
);
const answerSchema = v.object({ url: v.nullish(v.string()) });

async function getJson(path: string): Promise<unknown> {
  const response = await fetch(`${AUTH}${path}`, {
    headers: { accept: "application/json" },
    cache: "no-store",
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

/** The open session; null for an anonymous visitor. @throws when the server cannot be asked. */
export async function getSession(): Promise<Session | null> {
  const parsed = v.safeParse(sessionSchema, await getJson("/session"));
  return parsed.success ? parsed.output : null;
}

async function getCsrfToken(): Promise<string> {
  return v.parse(csrfSchema, await getJson("/csrf")).csrfToken;
}

/** The ways to sign in; null when they cannot be had. */
export async function getProviders(): Promise<v.InferOutput<typeof providersSchema> | null> {
  try {
    return v.parse(providersSchema, await getJson("/providers"));
  } catch (error) {
    reportToServer("CLIENT_FETCH_ERROR", error);
    return null;
  }
}

/** What the server said to a form. */
export interface FormResult {
  /** False also where the address to go to carries an error: such answers have the status 200. */
  ok: boolean;
  status: number;
  /** Error name in the address that the server answered with. */
  error: string | null;
}

/**
 * Sends a form with a request token. Where another tab of a browser without cookies asks for its first
 * token at the same moment, its cookie may replace the one of ours: a refused token is fetched once again.
 */
async function postForm(path: string, fields: Record<string, string>): Promise<FormResult> {
  const answer = await sendForm(path, fields);
  return answer.error === "MissingCSRF" ? sendForm(path, fields) : answer;
}

async function sendForm(path: string, fields: Record<string, string>): Promise<FormResult> {
  const csrfToken = await getCsrfToken();
  const response = await fetch(`${AUTH}${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
  const answer = v.safeParse(answerSchema, await response.json().catch(() => null));
  const url = answer.success ? answer.output.url : null;
  const error = url ? new URL(url, location.origin).searchParams.get("error") : null;
  return { ok: response.ok && error === null, status: response.status, error };
}

/**
 * Asks for a code by mail, without leaving the page.
 *
 * @returns undefined when the server offers no sign-in by mail just now.
 * @throws when the request cannot be sent.
 */
export async function requestSignInCode(options: {
  email: string;
  callbackUrl: string;
}): Promise<FormResult | undefined> {
  const providers = await getProviders();
  if (!providers?.email) return undefined;
  return postForm("/signin/email", {
    email: options.email.trim().toLowerCase(),
    callbackUrl: options.callbackUrl,
    redirect: "false",
  });
}

/** Sends a code. The session's cookie arrives with the answer. @throws when the request cannot be sent. */
export function sendSignInCode(options: {
  email: string;
  code: string;
  callbackUrl: string;
}): Promise<Response> {
  const query = new URLSearchParams({
    email: options.email.trim().toLowerCase(),
    token: options.code,
    callbackUrl: options.callbackUrl,
    redirect: "true",
  });
  return fetch(`${AUTH}/callback/email?${query}`);
}

/** Ends the session of this browser. @throws when the request cannot be sent or is refused. */
export async function endThisSession(): Promise<void> {
  const { ok, status, error } = await postForm("/signout", { callbackUrl: location.origin });
  if (!ok) throw new Error(`sign-out answered ${error ?? status}`);
}

/** Has the server look at the session again, and answers with it. */
export async function updateSession(data: Record<string, unknown> = {}): Promise<Session | null> {
  const response = await fetch(`${AUTH}/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken: await getCsrfToken(), data }),
  });
  const parsed = v.safeParse(sessionSchema, await response.json().catch(() => null));
  return response.ok && parsed.success ? parsed.output : null;
}

/** Tells the server's log what went wrong here. Never fails, never waits. */
export function reportToServer(code: string, error: unknown): void {
  const body = new URLSearchParams({
    level: "error",
    code,
    message: error instanceof Error ? error.message : String(error),
  });
  if (!navigator.sendBeacon?.(`${AUTH}/_log`, body)) {
    void fetch(`${AUTH}/_log`, { method: "POST", body, keepalive: true }).catch(() => undefined);
  }
}
