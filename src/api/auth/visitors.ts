import { parse } from "hono/utils/cookie";
import { findSession, readUser, touchSession } from "#accounts";
import { anonymousUser, type User } from "#domain";
import type { PeopleStore } from "#stores";

/** Who makes a request. */
export interface Visitor {
  /** `anonymousUser` for a visitor without a session. */
  user: User;
  sessionId: string | null;
}

export const anonymousVisitor: Visitor = { user: anonymousUser, sessionId: null };

export interface VisitorsOptions {
  people: PeopleStore;
  /** Name of the cookie that carries a session. */
  sessionCookie: string;
  intercomHmac: (userId: string) => string | null;
}

/**
 * Tells who makes a request: the only reader of the session cookie, for pages, their cache and procedures alike. However often it is asked about the same one, the session is looked up once.
 */
export function createVisitors({
  people,
  sessionCookie,
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
    const token = parse(request.headers.get("cookie") ?? "", sessionCookie)[sessionCookie];
    if (token === undefined || token === "") return Promise.resolve(anonymousVisitor);
    const visitor = known.get(request) ?? lookUp(token);
    known.set(request, visitor);
    return visitor;
  };
}
