import { eq } from "drizzle-orm";
import { type AccountRole, anonymousUser, type User } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { type ExplainedFeature, evaluateFeatures, explainFeatures } from "./evaluateFeatures";

const { users } = peopleTables;

/** What an installation is to somebody without an account. */
export interface Installation {
  /** Nobody, with the features that are open to everyone. */
  everybody: User;
  /** Whether somebody can administer it. */
  hasAdministrator: boolean;
}

const nobody = { userId: "", role: "CUSTOMER", organizationId: null, plan: null } as const satisfies {
  role: AccountRole;
  [name: string]: unknown;
};

export async function readInstallation(store: PeopleStore): Promise<Installation> {
  const [features, [administrator]] = await Promise.all([
    evaluateFeatures(store, nobody),
    store.db.select({ id: users.id }).from(users).where(eq(users.role, "ADMIN")).limit(1),
  ]);
  return { everybody: { ...anonymousUser, features }, hasAdministrator: administrator !== undefined };
}

/** The flags of somebody without an account, and what decided each. */
export const explainOpenFeatures = (store: PeopleStore): Promise<ExplainedFeature[]> =>
  explainFeatures(store, nobody);
