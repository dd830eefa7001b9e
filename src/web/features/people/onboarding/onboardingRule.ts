import type { User } from "#domain";

export interface OnboardingFacts {
  /** Null for an anonymous visitor. */
  user: Pick<User, "profile" | "features"> | null;
  /** Variant of the rollout `popup-auth`. */
  popupAuth: string;
}

/** Whether somebody is asked to complete their profile. */
export function needsOnboarding({ user, popupAuth }: OnboardingFacts): boolean {
  if (user === null || popupAuth !== "forced-auth" || !user.features["enable-inline-onboarding"])
    return false;
  const { acquisitionChannel, companyType, company } = user.profile;
  return acquisitionChannel === "" || companyType === "" || company.trim() === "";
}
