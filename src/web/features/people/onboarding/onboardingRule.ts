import type { User } from "#domain";
import { isSignInPage } from "../session/postAuthRedirect";

export interface OnboardingFacts {
  /** Null for an anonymous visitor. */
  user: Pick<User, "profile" | "features"> | null;
  /** Variant of the rollout `popup-auth`. */
  popupAuth: string;
  pathname: string;
}

/** True if the user has to complete their profile on this page. Sign-in pages are excluded. */
export function needsOnboarding({ user, popupAuth, pathname }: OnboardingFacts): boolean {
  if (isSignInPage(pathname)) return false;
  if (user === null || popupAuth !== "forced-auth" || !user.features["enable-inline-onboarding"])
    return false;
  const { acquisitionChannel, companyType, company } = user.profile;
  return acquisitionChannel === "" || companyType === "" || company.trim() === "";
}
