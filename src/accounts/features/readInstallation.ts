import { eq } from "drizzle-orm";
import { type AccountRole, anonymousUser, type User } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";
import { type ExplainedFeature, evaluateFeatures, explainFeatures } from "./evaluateFeatures";

const { users } = peopleTables;

/** The installation as a visitor without an account sees it. */
export interface Installation {
  /** The anonymous user, with the features that are enabled for everyone. */
  everybody: User;
  /** Whether an administrator exists. */
  hasAdministrator: boolean;
}

const anonymousSubject = {
  userId: "",
  role: "CUSTOMER",
  organizationId: null,
  plan: null,
} as const satisfies {
  role: AccountRole;
  [name: string]: unknown;
};

export async function readInstallation(store: PeopleStore): Promise<Installation> {
  const [features, [administrator]] = await Promise.all([
    evaluateFeatures(store, anonymousSubject),
    store.db.select({ id: users.id }).from(users).where(eq(users.role, "ADMIN")).limit(1),
  ]);
  return { everybody: { ...anonymousUser, features }, hasAdministrator: administrator !== undefined };
}

/** The flags of a visitor without an account, and what decided each. */
export const explainOpenFeatures = (store: PeopleStore): Promise<ExplainedFeature[]> =>
  explainFeatures(store, anonymousSubject);
