/**
 * The anonymous user, without the schemas of a user: every page loads this file, and a browser does not need
 * the schemas.
 */
import { featureFlagDefaults } from "../vocabulary/featureFlags";
import { DEFAULT_ROLE } from "../vocabulary/people";
import type { Profile, User } from "./user";

export const emptyProfile: Profile = {
  company: "",
  companyType: "",
  occupation: "",
  acquisitionChannel: "",
  assetClassInterests: [],
  shouldReceiveMarketing: true,
};

/** The user of an anonymous visitor. Its id is blank. */
export const anonymousUser: User = {
  id: "",
  name: null,
  email: "",
  emailVerified: null,
  image: null,
  role: DEFAULT_ROLE,
  organization: null,
  profile: emptyProfile,
  preferences: { darkMode: null },
  memberships: [],
  features: { ...featureFlagDefaults },
  intercom_hmac: null,
};

export const isAnonymous = (user: Pick<User, "id">): boolean => user.id === "";
