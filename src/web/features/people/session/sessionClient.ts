/**
 * Browser client of the sign-in contract (specification, section 7): the calls under `/api/auth` in the
 * format of next-auth clients.
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

/** The current session; null for an anonymous visitor. @throws if the request fails. */
export async function getSession(): Promise<Session | null> {
  const parsed = v.safeParse(sessionSchema, await getJson("/session"));
  return parsed.success ? parsed.output : null;
}

async function getCsrfToken(): Promise<string> {
  return v.parse(csrfSchema, await getJson("/csrf")).csrfToken;
}

/** The sign-in methods; null if the request fails. */
export async function getProviders(): Promise<v.InferOutput<typeof providersSchema> | null> {
  try {
    return v.parse(providersSchema, await getJson("/providers"));
  } catch (error) {
    reportToServer("CLIENT_FETCH_ERROR", error);
    return null;
  }
}

/** The server's response to a form. */
export interface FormResult {
  /** Also false if the redirect URL has an error: such responses have the status 200. */
  ok: boolean;
  status: number;
  /** Error name in the redirect URL of the response. */
  error: string | null;
}

/**
 * Submits a form with a CSRF token. Another tab of a browser without cookies can fetch its first token at the
 * same moment and replace our cookie, so a rejected token is fetched again once.
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
 * Requests a code by email without leaving the page.
 *
 * @returns undefined if the server currently offers no sign-in by email.
 * @throws if the request fails.
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

/** Submits a code. The response sets the session cookie. @throws if the request fails. */
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

/** Ends the session of this browser. @throws if the request fails or is rejected. */
export async function endThisSession(): Promise<void> {
  const { ok, status, error } = await postForm("/signout", { callbackUrl: location.origin });
  if (!ok) throw new Error(`sign-out answered ${error ?? status}`);
}

/** Makes the server refresh the session, and returns it. */
export async function updateSession(data: Record<string, unknown> = {}): Promise<Session | null> {
  const response = await fetch(`${AUTH}/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken: await getCsrfToken(), data }),
  });
  const parsed = v.safeParse(sessionSchema, await response.json().catch(() => null));
  return response.ok && parsed.success ? parsed.output : null;
}

/** Reports an error to the server's log. Never throws, and does not wait for the response. */
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
