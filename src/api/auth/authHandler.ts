/**
 * Sign-in over the wire contract of the next-auth family: `/api/auth/session`,
 * `csrf`, `providers`, `signin/email`, `callback/email`, `signout`, `_log`.
 * The library does the protocol; codes, limits and storage are ours.
 */
import { Auth, type AuthConfig } from "@auth/core";
import type { EmailConfig } from "@auth/core/providers";
import type { Logger } from "pino";
import { z } from "zod";
import {
  createAuthAdapter,
  type Mailer,
  newSignInCode,
  SESSION_DAYS,
  type SignInLimits,
  signInMail,
  updateName,
} from "#accounts";
import { emailSchema, RateLimitedError, SIGN_IN_CODE_MINUTES, userNameSchema } from "#domain";
import type { PeopleStore } from "#stores";
import { isSameOrigin } from "../access/sameOrigin";
import { SESSION_COOKIE } from "./sessionCookie";

export const AUTH_PATH = "/api/auth";

export interface AuthOptions {
  people: PeopleStore;
  mailer: Mailer;
  limits: SignInLimits;
  /** Signs request tokens and hashes codes. */
  secret: string;
  brand: string;
  /** Public address without a final slash. */
  baseUrl: string;
  adminEmails: readonly string[];
  /** Address that a request comes from. */
  networkAddress: (request: Request) => string;
  log: Logger;
}

export type AuthHandler = (request: Request) => Promise<Response>;

/** Largest body of any call here; a form with an address and a token is far smaller. */
const MAX_BODY_BYTES = 16_384;

export function createAuthHandler(options: AuthOptions): AuthHandler {
  return async (original) => {
    const path = new URL(original.url).pathname.slice(AUTH_PATH.length);
    const body = await readBody(original);
    if (body === null) return Response.json({ message: "The request body is too large." }, { status: 413 });
    if (path === "/_log") return clientLog(options.log, original.method, body);
    if (path.startsWith("/callback/") && !isSameOrigin(original, options.baseUrl)) return refusedCallback();
    const form = parseForm(original, body);
    const request = asOwnOrigin(original, body, { options, returnsJson: form.json === "true" });
    const networkAddress = options.networkAddress(original);
    try {
      await countAttempt({ options, networkAddress }, request, path, form);
    } catch (error) {
      if (error instanceof RateLimitedError) return limited(request, error);
      throw error;
    }
    const response = await Auth(request, configuration(options, request, networkAddress));
    // The library's redirects are immutable.
    const headers = new Headers(response.headers);
    headers.set("cache-control", "private, no-store");
    const location = headers.get("location");
    if (location !== null) headers.set("location", asPath(location, request));
    const answer = path === "/session" ? await sessionBody(response) : response.body;
    return new Response(answer, { status: response.status, headers });
  };
}

function configuration(options: AuthOptions, request: Request, networkAddress: string): AuthConfig {
  const secure = new URL(request.url).protocol === "https:";
  return {
    basePath: AUTH_PATH,
    secret: options.secret,
    trustHost: true,
    useSecureCookies: secure,
    adapter: createAuthAdapter({
      store: options.people,
      adminEmails: options.adminEmails,
      origin: {
        userAgent: request.headers.get("user-agent") ?? "",
        networkAddress,
      },
    }),
    session: { strategy: "database", maxAge: SESSION_DAYS * 86_400, updateAge: 3600 },
    cookies: {
      sessionToken: {
        name: SESSION_COOKIE,
        options: { httpOnly: true, sameSite: "lax", path: "/", secure },
      },
    },
    pages: { signIn: "/login", error: "/auth/error", verifyRequest: "/auth/verify" },
    providers: [emailProvider(options)],
    callbacks: {
      // Only what pages need: never the session's token.
      session: async ({ session, user, trigger, newSession }) => {
        const name = trigger === "update" ? await updatedName(options, user.id, newSession) : null;
        return {
          user: { id: user.id, name: name ?? user.name, email: user.email, image: user.image },
          expires: session.expires.toISOString() as unknown as Date & string,
        };
      },
      redirect: ({ url, baseUrl }) => ownAddress(url, baseUrl),
    },
    logger: {
      error: (error) => options.log.warn({ type: error.name }, `Sign-in: ${error.message}`),
      warn: (code) => options.log.debug(`Sign-in: ${code}`),
      debug: () => undefined,
    },
  };
}

/** What a client may change of its session: the user's name. */
const sessionUpdate = z.object({ name: userNameSchema });

async function updatedName({ people }: AuthOptions, userId: string, update: unknown): Promise<string | null> {
  const parsed = z
    .union([sessionUpdate, z.object({ user: sessionUpdate }).transform((s) => s.user)])
    .safeParse(update);
  if (!parsed.success) return null;
  await updateName(people, userId, parsed.data.name);
  return parsed.data.name;
}

const emailProvider = ({ mailer, brand, baseUrl }: AuthOptions): EmailConfig => ({
  id: "email",
  type: "email",
  name: "Email",
  maxAge: SIGN_IN_CODE_MINUTES * 60,
  generateVerificationToken: newSignInCode,
  normalizeIdentifier: (identifier) => emailSchema.parse(identifier),
  sendVerificationRequest: ({ identifier, token }) =>
    mailer.send(signInMail({ to: identifier, code: token, brand, host: new URL(baseUrl).host })),
  options: {},
});

/** Redirects stay on our own origin, whatever a link asks for. */
export function ownAddress(url: string, baseUrl: string): string {
  try {
    const target = new URL(url, baseUrl);
    return target.origin === new URL(baseUrl).origin ? target.href : baseUrl;
  } catch {
    return baseUrl;
  }
}

/**
 * A redirect on our own origin as a path alone: the visitor then stays on the
 * address by which they reached us, whether or not BASE_URL says the same.
 */
function asPath(location: string, request: Request): string {
  const { origin, pathname, search, hash } = new URL(location, request.url);
  return origin === new URL(request.url).origin ? pathname + search + hash : location;
}

/** Clients of the fourth version count the keys of a session, so nobody's is an empty object and not null. */
async function sessionBody(response: Response): Promise<string> {
  const body = await response.text();
  return body === "null" ? "{}" : body;
}

async function readBody(request: Request): Promise<string | null> {
  if (request.method !== "POST") return "";
  const body = await request.text();
  return body.length > MAX_BODY_BYTES ? null : body;
}

function parseForm(request: Request, body: string): Record<string, string> {
  const type = request.headers.get("content-type") ?? "";
  if (type.includes("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(body));
  return {};
}

/**
 * The request as the library should see it: on our public origin whatever the
 * Host header says, and marked where the client wants an address as JSON
 * rather than a redirect (clients of the fourth version say so in the body).
 */
function asOwnOrigin(
  request: Request,
  body: string,
  { options, returnsJson }: { options: AuthOptions; returnsJson: boolean },
): Request {
  const url = new URL(request.url);
  const base = new URL(options.baseUrl);
  // On one's own machine localhost and 127.0.0.1 are both right; cookies know the difference.
  const origin = isLoopback(url.hostname) && isLoopback(base.hostname) ? url.origin : base.origin;
  const headers = new Headers(request.headers);
  headers.delete("x-forwarded-host");
  headers.delete("x-forwarded-proto");
  if (returnsJson) headers.set("X-Auth-Return-Redirect", "1");
  return new Request(`${origin}${url.pathname}${url.search}`, {
    method: request.method,
    headers,
    ...(request.method === "POST" ? { body } : {}),
  });
}

const isLoopback = (host: string) => host === "localhost" || host === "[::1]" || host.startsWith("127.");

async function countAttempt(
  { options: { limits }, networkAddress }: { options: AuthOptions; networkAddress: string },
  request: Request,
  path: string,
  form: Record<string, string>,
): Promise<void> {
  if (request.method === "POST" && path === "/signin/email") {
    await limits.countRequest(normalized(form.email), networkAddress);
  }
  if (path === "/callback/email") {
    await limits.countTry(normalized(new URL(request.url).searchParams.get("email")), networkAddress);
  }
}

const normalized = (email: string | null | undefined) => (email ?? "").trim().toLowerCase();

/** Told the same way to both generations of clients: a status that is not ok, and an address to go to. */
function limited(request: Request, error: RateLimitedError): Response {
  const url = `${new URL(request.url).origin}/auth/error?error=RateLimited`;
  return Response.json(
    { message: error.message, url },
    { status: 429, headers: { "retry-after": String(error.retryAfter), "cache-control": "no-store" } },
  );
}

/**
 * A code is typed on our own page and never arrives by a link, so a sign-in that another site starts
 * would put a visitor into an account that is not theirs.
 */
const refusedCallback = () =>
  new Response(null, {
    status: 302,
    headers: { location: "/auth/error?error=Verification", "cache-control": "no-store" },
  });

/** What clients report about themselves. Kept short: anybody can send it. */
function clientLog(log: Logger, method: string, body: string): Response {
  if (method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
  log.debug({ report: body.slice(0, 1000) }, "Sign-in client");
  return new Response(null, { status: 200 });
}
