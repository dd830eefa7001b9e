/**
 * Keys of session storage that account features use; docs/browser-state.md lists them for operators and
 * testers.
 */
export const VISITS_KEY = "cadastre.visits";
export const POST_AUTH_REDIRECT_KEY = "cadastre.postAuthRedirect";
export const ROLLOUTS_KEY = "cadastre.rollouts";
/** The value "disabled" suppresses the sign-in modal in this tab. */
export const INLINE_AUTH_KEY = "cadastre.inlineAuth";
/** Email address of the latest code, which the code page fills in. */
export const SIGN_IN_EMAIL_KEY = "cadastre.signInEmail";
/** Product analytics id of a visitor without an account who consented. */
export const ANALYTICS_ID_KEY = "cadastre.analyticsId";
