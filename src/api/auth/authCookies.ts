import type { AuthConfig } from "@auth/core";

/** The cookies of sign-in of one installation. */
export interface AuthCookies {
  /** Whether browsers send them over https only. */
  secure: boolean;
  /** Name of the cookie that carries a session. */
  session: string;
  /** Cookie by which a browser is told from others while it signs in. */
  browser: { name: string; options: { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean } };
  /** Those of the library, as it takes them. */
  library: NonNullable<AuthConfig["cookies"]>;
}

/**
 * The one rule on cookies: where the public address is https they are named `__Host-…`, which browsers take
 * from this very host alone, over https, for all of its paths, so that neither another subdomain nor a
 * connection in the clear can plant one. On plain http, as on one's own machine, browsers refuse such names.
 *
 * @param baseUrl public address of the site
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
