/** Keys of session storage that features about people use; docs/browser-state.md lists them for operators and testers. */
export const VISITS_KEY = "cadastre.visits";
export const POST_AUTH_REDIRECT_KEY = "cadastre.postAuthRedirect";
export const ROLLOUTS_KEY = "cadastre.rollouts";
/** With the value "disabled" the sign-in modal does not show in this tab. */
export const INLINE_AUTH_KEY = "cadastre.inlineAuth";
/** The address that a code was last sent to, so that the page of the code can fill it in. */
export const SIGN_IN_EMAIL_KEY = "cadastre.signInEmail";
/** Who a visitor without an account is to the product analytics, where it is on and they agreed. */
export const ANALYTICS_ID_KEY = "cadastre.analyticsId";
