import { findSession, readUser, touchSession } from "#accounts";
import { anonymousUser, type User } from "#domain";
import type { PeopleStore } from "#stores";
import { sessionToken } from "./sessionCookie";

/** Who makes a request. */
export interface Visitor {
  /** `anonymousUser` for a visitor without a session. */
  user: User;
  sessionId: string | null;
}

export const anonymousVisitor: Visitor = { user: anonymousUser, sessionId: null };

export interface VisitorsOptions {
  people: PeopleStore;
  intercomHmac: (userId: string) => string | null;
}

/** Tells who makes a request. However often it is asked about the same one, the session is looked up once. */
export function createVisitors({
  people,
  intercomHmac,
}: VisitorsOptions): (request: Request) => Promise<Visitor> {
  const known = new WeakMap<Request, Promise<Visitor>>();
  const lookUp = async (token: string): Promise<Visitor> => {
    const found = await findSession(people, token);
    if (found === null) return anonymousVisitor;
    await touchSession(people, found.session);
    const user = await readUser(people, found.user.id, intercomHmac);
    return user === null ? anonymousVisitor : { user, sessionId: found.session.id };
  };
  return (request) => {
    const token = sessionToken(request);
    if (token === null) return Promise.resolve(anonymousVisitor);
    const visitor = known.get(request) ?? lookUp(token);
    known.set(request, visitor);
    return visitor;
  };
}
