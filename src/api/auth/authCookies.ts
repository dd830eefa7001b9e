import type { AuthConfig } from "@auth/core";

/** The sign-in cookies of one installation. */
export interface AuthCookies {
  /** Whether browsers send them over https only. */
  secure: boolean;
  /** Name of the session cookie. */
  session: string;
  /** Cookie that identifies a browser during sign-in. */
  browser: { name: string; options: { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean } };
  /** The library's cookies, in its own format. */
  library: NonNullable<AuthConfig["cookies"]>;
}

/**
 * Cookie names: if the public URL is https they start with `__Host-`, so browsers accept them
 * only from this host, over https, for all paths; another subdomain or a plain
 * connection cannot plant one. Browsers reject such names on plain http, as on localhost.
 *
 * @param baseUrl public URL of the site
 */
export function authCookies(baseUrl: string): AuthCookies {
  const secure = new URL(baseUrl).protocol === "https:";
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
  const cookie = (name: string) => ({ name: secure ? `__Host-${name}` : name, options });
  const sessionToken = cookie("cadastre_session");
  return {
    secure,
    session: sessionToken.name,
    browser: cookie("cadastre_browser"),
    library: {
      sessionToken,
      callbackUrl: cookie("authjs.callback-url"),
      csrfToken: cookie("authjs.csrf-token"),
      pkceCodeVerifier: cookie("authjs.pkce.code_verifier"),
      state: cookie("authjs.state"),
      nonce: cookie("authjs.nonce"),
      webauthnChallenge: cookie("authjs.challenge"),
    },
  };
}
