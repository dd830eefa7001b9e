import { parse } from "hono/utils/cookie";
import type { AuthCookies } from "./authCookies";

/** Values that the library writes into its own cookies. Any other value would make it fail. */
const CSRF = /^[0-9a-f]{64}\|[0-9a-f]{64}$/;
const SESSION = /^[\w.-]{16,200}$/;

/**
 * The request's cookies as passed to the sign-in library: its own, with values that it can have
 * written. It responds 500 to a malformed URL in a cookie, and any client can send any cookie.
 * @param isAddress whether a callback URL is valid
 */
export function libraryCookies(
  header: string | null,
  { library }: Pick<AuthCookies, "library">,
  isAddress: (url: string) => boolean,
): string {
  const sent = parse(header ?? "");
  const checks: [string | undefined, (value: string) => boolean][] = [
    [library.sessionToken?.name, (value) => SESSION.test(value)],
    [library.csrfToken?.name, (value) => CSRF.test(value)],
    [library.callbackUrl?.name, (value) => value !== "" && isAddress(value)],
  ];
  return checks
    .flatMap(([name, fits]) => {
      const value = name === undefined ? undefined : sent[name];
      return name !== undefined && value !== undefined && fits(value)
        ? [`${name}=${encodeURIComponent(value)}`]
        : [];
    })
    .join("; ");
}
