/** Sign-in codes, limits and the adapter of the auth library. */

export { createAuthAdapter } from "./authAdapter";
export { canSignIn } from "./canSignIn";
export {
  BROWSER_DAYS,
  type BrowserOrigin,
  hashOfBrowser,
  isBrowserId,
  isKnownBrowser,
  newBrowserId,
} from "./signInBrowsers";
export { newSignInCode } from "./signInCodes";
export { createSignInLimits, type SignInLimits } from "./signInLimits";
