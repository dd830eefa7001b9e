/** Operations of the operator on users and organizations. */

import { z } from "zod";
import { listFeatureOverrides, setFeatureOverride } from "#accounts/features";
import { findOrganization } from "#accounts/organizations";
import { setPlan } from "#accounts/plans";
import { addUser, grantAdministrator, listAdministrators, revokeAdministrator } from "#accounts/users";
import { isoDay } from "#domain/days";
import { ALL_FEATURES, flagChoices, overrideKinds, planTypes } from "#domain/vocabulary";
import { operation } from "./operation";

export const addUserOperation = operation({
  input: z.object({ email: z.string().min(1) }),
  changesMarketData: false,
  run: async ({ people, configuration }, { email }, _, { actor }) => {
    const isNew = await addUser(people, email, actor);
    const state = isNew ? "has an account now" : "already has an account";
    return { message: `${email} ${state}. Sign in at ${configuration.BASE_URL}/login` };
  },
});

export const grantAdmin = operation({
  input: z.object({ email: z.string().min(1) }),
  changesMarketData: false,
  run: async ({ people, configuration }, { email }, _, { actor }) => {
    await grantAdministrator(people, email, actor);
    return { message: `${email} is an administrator. Sign in at ${configuration.BASE_URL}/login` };
  },
});

export const revokeAdmin = operation({
  input: z.object({ email: z.string().min(1) }),
  changesMarketData: false,
  run: async ({ people, configuration }, { email }, _, { actor }) => {
    await revokeAdministrator(people, email, actor);
    const again = configuration.adminEmails.includes(email.trim().toLowerCase())
      ? " The address is still in ADMIN_EMAILS: the next sign-in restores the role."
      : "";
    return { message: `${email} is no longer an administrator.${again}` };
  },
});

export const listAdmins = operation({
  input: z.object({}),
  changesMarketData: false,
  run: async ({ people }) => {
    const emails = await listAdministrators(people);
    return { message: emails.length === 0 ? "There are no administrators." : emails.join("\n") };
  },
});

export const setFlag = operation({
  input: z.object({
    kind: z.enum(overrideKinds),
    subject: z.string(),
    flag: z.enum(flagChoices),
    value: z.boolean().nullable(),
  }),
  changesMarketData: false,
  run: async ({ people }, input, _, { actor }) => {
    await setFeatureOverride(people, { ...input, actor });
    const state = input.value === null ? "at the default" : input.value ? "on" : "off";
    const whom = input.kind === "everyone" ? "everyone" : `${input.kind} ${input.subject}`;
    const flag = input.flag === ALL_FEATURES ? "All features are" : `${input.flag} is`;
    return { message: `${flag} ${state} for ${whom}.` };
  },
});

export const listFlags = operation({
  input: z.object({}),
  changesMarketData: false,
  run: async ({ people }) => {
    const overrides = await listFeatureOverrides(people);
    const lines = overrides.map(
      (o) => `${`${o.kind} ${o.subject}`.trim()}  ${o.flag}  ${o.value ? "on" : "off"}`,
    );
    return { message: lines.length === 0 ? "No flags are set." : lines.join("\n") };
  },
});

export const setOrganizationPlan = operation({
  input: z.object({
    organization: z.string().min(1),
    plan: z.enum(planTypes),
    trialDays: z.int().positive().max(3650).nullable(),
  }),
  changesMarketData: false,
  run: async ({ people }, { organization, plan, trialDays }, _, { actor }) => {
    const { id, name } = await findOrganization(people, organization);
    const ends = await setPlan(people, { organizationId: id, plan, trialDays, actor });
    const until = ends === null ? "" : ` until ${isoDay(ends)}`;
    return { message: `${name} is on ${plan}${until}.` };
  },
});
