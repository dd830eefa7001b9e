import type { BrowserContext, Page } from "playwright-core";

/** Keeps the sign-in modal closed in a test that visits many pages without an account. */
export const withoutSignInModal = (opened: BrowserContext | Page): Promise<unknown> =>
  opened.addInitScript(() => sessionStorage.setItem("cadastre.inlineAuth", "disabled"));
