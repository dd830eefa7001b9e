import type { BrowserContext } from "playwright-core";

/** Keeps the sign-in modal away from a test that visits many pages without an account. */
export const withoutSignInModal = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => sessionStorage.setItem("cadastre.inlineAuth", "disabled"));
