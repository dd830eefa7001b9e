/** Adapter of the authentication library to our tables of users, sessions and codes. */
import type { Adapter, AdapterUser } from "@auth/core/adapters";
import { eq } from "drizzle-orm";
import { type PeopleStore, peopleTables } from "#stores";
import { joinOrganization } from "../organizations/joinOrganization";
import {
  closeSession,
  extendSession,
  findSession,
  openSession,
  type SessionOrigin,
} from "../sessions/sessions";
import { acceptAdministrators } from "../users/administrators";
import { type BrowserOrigin, rememberBrowser } from "./signInBrowsers";
import { redeemSignInCode, storeSignInCode } from "./signInCodes";

const { users } = peopleTables;

const asAdapterUser = (row: typeof users.$inferSelect): AdapterUser => ({
  id: row.id,
  email: row.email,
  emailVerified: row.emailVerified,
  name: row.name,
  image: row.image,
});

export interface AuthAdapterOptions {
  store: PeopleStore;
  /** Origin of the request, stored with a session that it opens. */
  origin: SessionOrigin & BrowserOrigin;
  /** Addresses that become administrators when they are verified. */
  adminEmails: readonly string[];
}

/** One adapter per request, since sessions store where they were opened. */
export function createAuthAdapter({ store, origin, adminEmails }: AuthAdapterOptions): Adapter {
  const { db } = store;
  const one = async (condition: ReturnType<typeof eq>) => {
    const [row] = await db.select().from(users).where(condition);
    return row ? asAdapterUser(row) : null;
  };
  const verified = async (user: AdapterUser) => {
    await rememberBrowser(store, { userId: user.id, browserHash: origin.browserHash });
    await joinOrganization(store, { userId: user.id, email: user.email });
    await acceptAdministrators(store, { user, adminEmails });
    return user;
  };
  return {
    getUser: (id) => one(eq(users.id, id)),
    getUserByEmail: (email) => one(eq(users.email, email)),
    createUser: async ({ email, emailVerified, name, image }) => {
      const [row] = await db
        .insert(users)
        .values({ email, emailVerified, name: name ?? null, image: image ?? null })
        .onConflictDoUpdate({ target: users.email, set: { emailVerified } })
        .returning();
      if (row === undefined) throw new Error("the new user was not stored");
      return verified(asAdapterUser(row));
    },
    updateUser: async ({ id, emailVerified }) => {
      const [row] = await db
        .update(users)
        .set({ emailVerified: emailVerified ?? null })
        .where(eq(users.id, id))
        .returning();
      if (row === undefined) throw new Error(`there is no user ${id}`);
      return verified(asAdapterUser(row));
    },
    createSession: async ({ sessionToken, userId, expires }) => {
      await openSession(store, { token: sessionToken, userId, expiresAt: expires, origin });
      return { sessionToken, userId, expires };
    },
    getSessionAndUser: async (sessionToken) => {
      const found = await findSession(store, sessionToken);
      if (found === null) return null;
      const { session, user } = found;
      return {
        session: { sessionToken, userId: user.id, expires: session.expiresAt },
        user: asAdapterUser(user),
      };
    },
    updateSession: async ({ sessionToken, expires }) => {
      if (expires) await extendSession(store, sessionToken, expires);
      return null;
    },
    deleteSession: (sessionToken) => closeSession(store, sessionToken),
    createVerificationToken: async ({ identifier, token, expires }) => {
      await storeSignInCode(store, {
        email: identifier,
        codeHash: token,
        browserHash: origin.browserHash,
        expiresAt: expires,
      });
      return { identifier, token, expires };
    },
    useVerificationToken: async ({ identifier, token }) => {
      const expires = await redeemSignInCode(store, { email: identifier, codeHash: token, origin });
      return expires === null ? null : { identifier, token, expires };
    },
  };
}
