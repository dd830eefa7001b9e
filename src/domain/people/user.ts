/** The user object that `users.getProfile` returns (specification, section 3). */
import { z } from "zod";
import type { FeatureFlags } from "../vocabulary/featureFlags";
import {
  acquisitionChannelOptions,
  assetClassInterestOptions,
  companyTypeOptions,
  type Option,
  occupationOptions,
  planTypes,
} from "../vocabulary/people";

import { plainLine } from "./plainText";
import { accountRoles, memberRoles, organizationScopes } from "./roles";

const oneOf = (options: readonly Option[]) => z.enum(options.map((option) => option.value));

/** Details that users state about themselves. The empty string means "none". */
export const profileSchema = z.object({
  company: plainLine(200),
  companyType: oneOf(companyTypeOptions),
  occupation: oneOf(occupationOptions),
  acquisitionChannel: oneOf(acquisitionChannelOptions),
  assetClassInterests: z.array(oneOf(assetClassInterestOptions)).max(assetClassInterestOptions.length),
  shouldReceiveMarketing: z.boolean(),
});
export type Profile = z.output<typeof profileSchema>;

export const userNameSchema = plainLine(200).min(1);
export const apiKeyNameSchema = plainLine(100).min(1);

const planSchema = z.object({
  id: z.string(),
  type: z.enum(planTypes),
  organization_id: z.string(),
});

const organizationSchema = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string().nullable(),
  scope: z.enum(organizationScopes),
  plan: planSchema,
  /** Absent unless the organization is suspended. */
  is_suspended: z.literal(true).optional(),
});

const userSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  emailVerified: z.string().nullable(),
  image: z.string().nullable(),
  role: z.enum(accountRoles),
  organization: organizationSchema.nullable(),
  profile: profileSchema,
  preferences: z.object({ darkMode: z.boolean().nullable() }),
  memberships: z.array(
    z.object({ organization_id: z.string(), organization_name: z.string(), role: z.enum(memberRoles) }),
  ),
  features: z.custom<FeatureFlags>(),
  intercom_hmac: z.string().nullable(),
  /** Email of the administrator who views the product as this user; absent otherwise. */
  viewed_by: z.string().optional(),
});
export type User = z.output<typeof userSchema>;
