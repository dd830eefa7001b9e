import { parse } from "hono/utils/cookie";
import type { AuthCookies } from "./authCookies";

/** What the library writes into its own cookies. Anything else is somebody else's and would make it fail. */
const CSRF = /^[0-9a-f]{64}\|[0-9a-f]{64}$/;
const SESSION = /^[\w.-]{16,200}$/;

/**
 * The cookies of a request as the sign-in library may see them: its own, with values that it can have
 * written. It answers 500 to an address that is none, and anybody can send any cookie.
 * @param isAddress whether an address to return to is one
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
