/** `required`: only signing in closes the modal; `dismissible`: visitors can close it; `off`: it never shows. */
export const signInModalModes = ["required", "dismissible", "off"] as const;
export type SignInModalMode = (typeof signInModalModes)[number];

/** What every page may know of the installation. The same for all visitors. */
export interface PublicSite {
  /** Name in titles, the menu and the footer. */
  brand: string;
  /** Public address without a trailing slash, for absolute links such as social images. */
  origin: string;
  /** True where mail is written to the server's log, so that a person knows where to look for a code. */
  mailIsLogged: boolean;
  /** Whether every page but those of signing in requires an account. */
  requiresSignIn: boolean;
  /** Who can create an account. */
  signUp: "anyone" | "invited" | "domains";
  /** Paths of pages that the menu and search leave out: those of classes without assets, if the operator hides them. */
  readonly hiddenPaths: readonly string[];
  /** How the sign-in modal behaves. */
  signInModal: SignInModalMode;
  integrations: SiteIntegrations;
  links: SiteLinks;
}

/** Addresses of the operator outside the application; null where not set. */
export interface SiteLinks {
  researchBlog: string | null;
  terms: string | null;
  privacy: string | null;
  imprint: string | null;
  /** Email address. */
  contact: string | null;
}

export const noSiteLinks: SiteLinks = {
  researchBlog: null,
  terms: null,
  privacy: null,
  imprint: null,
  contact: null,
};

/** Services of others that the operator turned on; null where off. Only for visitors who agreed to be measured. */
export interface SiteIntegrations {
  /** `path` on our own origin stands for the service's address. */
  analytics: { path: string; key: string } | null;
  /** LogRocket application, `team/app`. */
  sessionReplay: { id: string } | null;
  /** Intercom application. */
  chat: { appId: string } | null;
}

export const noIntegrations: SiteIntegrations = { analytics: null, sessionReplay: null, chat: null };
