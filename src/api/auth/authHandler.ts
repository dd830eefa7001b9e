/**
 * Sign-in over the wire contract of the next-auth family: `/api/auth/session`,
 * `csrf`, `providers`, `signin/email`, `callback/email`, `signout`, `_log`.
 * The library does the protocol; codes, limits and storage are ours.
 */
import { Auth, type AuthConfig } from "@auth/core";
import type { EmailConfig } from "@auth/core/providers";
import { parse, serialize } from "hono/utils/cookie";
import type { Logger } from "pino";
import { z } from "zod";
import { isSuspended } from "#accounts/administration";
import { type Mailer, signInMail } from "#accounts/mail";
import { SESSION_DAYS } from "#accounts/sessions";
import {
  BROWSER_DAYS,
  type BrowserOrigin,
  canSignIn,
  createAuthAdapter,
  hashOfBrowser,
  isBrowserId,
  isKnownBrowser,
  newBrowserId,
  newSignInCode,
  type SignInLimits,
} from "#accounts/signIn";
import { updateName } from "#accounts/users";
import { type DomainError, RateLimitedError } from "#domain/errors";
import {
  anonymousUser,
  anyoneCanSignUp,
  emailSchema,
  SIGN_UP_LIMITED,
  type SignUpRule,
  shownText,
  userNameSchema,
} from "#domain/people";
import { cutText } from "#domain/text";
import { SIGN_IN_CODE_MINUTES } from "#domain/vocabulary";
import { type PeopleStore, storeProblem } from "#stores";
import { viewingAsError } from "../access/requirePermission";
import { isSameOrigin } from "../access/sameOrigin";
import { asPath, isHttpAddress, ownAddress } from "./authAddresses";
import { AUTH_PATH, asOwnOrigin, callOf, normalized, parseForm } from "./authCall";
import { type AuthCookies, authCookies } from "./authCookies";
import {
  errorPage,
  forbidden,
  fromAnotherSite,
  limited,
  METHODS,
  notSent,
  otherMethod,
  unavailable,
} from "./authRefusals";
import { createVisitors } from "./visitors";

export interface AuthOptions {
  people: PeopleStore;
  mailer: Mailer;
  limits: SignInLimits;
  /** Signs request tokens and hashes codes. */
  secret: string;
  brand: string;
  /** Public URL without a final slash. */
  baseUrl: string;
  adminEmails: readonly string[];
  /** Who can create an account. Default: anyone. */
  signUp?: SignUpRule;
  /** Network address of a request. */
  networkAddress: (request: Request) => string;
  log: Logger;
}

export type AuthHandler = (request: Request) => Promise<Response>;

export function createAuthHandler(options: AuthOptions): AuthHandler {
  const cookies = authCookies(options.baseUrl);
  const visitorOf = createVisitors({
    people: options.people,
    everybody: async () => anonymousUser,
    sessionCookie: cookies.session,
    intercomHmac: () => null,
  });
  return async (original) => {
    if (!METHODS.includes(original.method)) return otherMethod();
    const call = callOf(original);
    const { path, query } = call;
    const body = original.method === "POST" ? await original.text() : "";
    if (path === "/_log") return clientLog(options.log, original.method, body);
    if (!isSameOrigin(original, options.baseUrl)) {
      // Codes are typed on our own page and never arrive by a link: a sign-in started by another site
      // could put a visitor into an account that is not theirs.
      if (path.startsWith("/callback/")) return errorPage("Verification");
      if (original.method === "POST") return fromAnotherSite();
    }
    if (query.callbackUrl && !isHttpAddress(query.callbackUrl, options.baseUrl)) {
      return errorPage("InvalidCallbackUrl");
    }
    const isHead = original.method === "HEAD";
    // HEAD and malformed addresses leave the code unused.
    if (path.startsWith("/callback/") && (isHead || !isEmail(query.email))) return errorPage("Verification");
    const form = parseForm(original, body);
    const request = asOwnOrigin(original, {
      call,
      body,
      baseUrl: options.baseUrl,
      returnsJson: form.json === "true",
    });
    const isCodeRequest = original.method === "POST" && path === "/signin/email";
    if (isCodeRequest && !isEmail(normalized(form.email))) return notSent(request);
    const browser = browserOf(original, cookies);
    try {
      if (original.method === "POST" && path === "/session") {
        const { user, viewer } = await visitorOf(original);
        if (viewer !== null) return forbidden(viewingAsError(user.email));
      }
      const email = isCodeRequest ? normalized(form.email) : (query.email ?? "");
      const origin = await originOf(options, { email, browser, request: original });
      if (isCodeRequest) await options.limits.countRequest(email, origin);
      if (path === "/callback/email") await options.limits.countTry(email, origin);
      const { response, failure } = await callLibrary(options, { request, origin, cookies });
      if (failure !== null) return unavailable(request, path, failure);
      const result = await asAnswer(response, { path, request, cookies, isHead });
      // Stored with the token, so that forms of two tabs sent at once count as one browser.
      if (isCodeRequest || path === "/csrf") keepBrowser(result, browser, cookies);
      return result;
    } catch (error) {
      if (error instanceof RateLimitedError) return limited(request, error);
      const failure = storeProblem(error);
      if (failure === null) throw error;
      options.log.error({ err: error }, "Sign-in failed");
      return unavailable(request, path, failure);
    }
  };
}

const isEmail = (text: string | undefined): boolean => emailSchema.safeParse(text).success;

/** The browser's id from its cookie, or a new one. */
function browserOf(request: Request, { browser }: AuthCookies): string {
  const sent = parse(request.headers.get("cookie") ?? "", browser.name)[browser.name];
  return sent !== undefined && isBrowserId(sent) ? sent : newBrowserId();
}

function keepBrowser(result: Response, id: string, { browser }: AuthCookies): void {
  const { httpOnly, path, secure } = browser.options;
  const maxAge = BROWSER_DAYS * 86_400;
  result.headers.append(
    "set-cookie",
    serialize(browser.name, id, { httpOnly, path, secure, sameSite: "Lax", maxAge }),
  );
}

async function originOf(
  { people, networkAddress }: AuthOptions,
  { email, browser, request }: { email: string; browser: string; request: Request },
): Promise<BrowserOrigin> {
  const browserHash = hashOfBrowser(browser);
  return {
    browserHash,
    networkAddress: networkAddress(request),
    isKnown: isEmail(email) && (await isKnownBrowser(people, { email, browserHash })),
  };
}

/** Calls the library. `failure` is the error of an unavailable store, which the library would report in its own format. */
async function callLibrary(
  options: AuthOptions,
  { request, origin, cookies }: { request: Request; origin: BrowserOrigin; cookies: AuthCookies },
): Promise<{ response: Response; failure: DomainError | null }> {
  let failure: DomainError | null = null;
  const onError = (error: Error) => {
    failure = storeFailure(error);
    if (failure !== null) options.log.error({ err: error }, "Sign-in failed");
    else options.log.warn({ type: error.name }, `Sign-in: ${error.message}`);
  };
  const response = await Auth(request, configuration(options, { request, origin, cookies, onError }));
  return { response, failure };
}

/** The error of an unavailable store, or null. The library reports and logs email that the mail server rejected. */
const storeFailure = (error: Error): DomainError | null =>
  error.name === "AdapterError" || error.name === "SessionTokenError" ? storeProblem(error) : null;

async function asAnswer(
  response: Response,
  {
    path,
    request,
    cookies,
    isHead,
  }: { path: string; request: Request; cookies: AuthCookies; isHead: boolean },
): Promise<Response> {
  // The library's redirects are immutable.
  const headers = new Headers(response.headers);
  if (isHead || request.method !== "GET" || !handsOutToken.has(path))
    dropCookie(headers, cookies.library.csrfToken?.name);
  headers.set("cache-control", "private, no-store");
  // The library's sign-out page shows a confirmation form; other sites must not frame it.
  headers.set("content-security-policy", "frame-ancestors 'none'");
  const location = headers.get("location");
  if (location !== null) headers.set("location", asPath(location, request));
  if (isHead) {
    await response.body?.cancel();
    return new Response(null, { status: response.status, headers });
  }
  const body = path === "/session" ? await sessionBody(response) : response.body;
  return new Response(body, { status: response.status, headers });
}

/**
 * Calls whose response contains a request token; only these set its cookie. The library sets one with every
 * call of a browser that has none: a late response to `/session` would replace the cookie of the token that a form
 * has just fetched, and the form would be rejected.
 */
const handsOutToken: ReadonlySet<string> = new Set(["/csrf", "/signout"]);

function dropCookie(headers: Headers, name: string | undefined): void {
  const kept = headers.getSetCookie().filter((cookie) => !cookie.startsWith(`${name}=`));
  headers.delete("set-cookie");
  for (const cookie of kept) headers.append("set-cookie", cookie);
}

function configuration(
  options: AuthOptions,
  {
    request,
    origin,
    cookies,
    onError,
  }: { request: Request; origin: BrowserOrigin; cookies: AuthCookies; onError: (error: Error) => void },
): AuthConfig {
  return {
    basePath: AUTH_PATH,
    secret: options.secret,
    trustHost: true,
    useSecureCookies: cookies.secure,
    adapter: createAuthAdapter({
      store: options.people,
      adminEmails: options.adminEmails,
      origin: { ...origin, userAgent: request.headers.get("user-agent") ?? "" },
    }),
    session: { strategy: "database", maxAge: SESSION_DAYS * 86_400, updateAge: 3600 },
    cookies: cookies.library,
    pages: { signIn: "/login", error: "/auth/error", verifyRequest: "/auth/verify" },
    providers: [emailProvider(options)],
    callbacks: {
      // Requesting a code does not reveal whether an address has an account or is suspended; only using one does.
      signIn: async ({ user, email }) => {
        if (email?.verificationRequest === true) return true;
        const address = user.email ?? "";
        if (await isSuspended(options.people, address)) return false;
        const { people, adminEmails, signUp = anyoneCanSignUp } = options;
        if (await canSignIn(people, { email: address, signUp, adminEmails })) return true;
        return `/auth/error?error=${SIGN_UP_LIMITED}`;
      },
      // Only what pages need; never the session's token.
      session: async ({ session, user, trigger, newSession }) => {
        const name = trigger === "update" ? await updatedName(options, user.id, newSession) : null;
        return {
          user: { id: user.id, name: shownOrNull(name ?? user.name), email: user.email, image: user.image },
          expires: session.expires.toISOString() as unknown as Date & string,
        };
      },
      redirect: ({ url, baseUrl }) => ownAddress(url, baseUrl),
    },
    logger: {
      error: onError,
      warn: (code) => options.log.debug(`Sign-in: ${code}`),
      debug: () => undefined,
    },
  };
}

const shownOrNull = (name: string | null | undefined): string | null =>
  name === null || name === undefined ? null : shownText(name);

/** The parts of a session that a client can change: the user's name. */
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

/** Clients of the fourth version count the keys of a session, so an anonymous session is an empty object instead of null. */
async function sessionBody(response: Response): Promise<string> {
  const body = await response.text();
  return body === "null" ? "{}" : body;
}

/** Logs errors that clients report. Truncated, since any client can send them. */
function clientLog(log: Logger, method: string, body: string): Response {
  if (method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
  log.debug({ report: cutText(body, 1000) }, "Sign-in client");
  return new Response(null, { status: 200 });
}
