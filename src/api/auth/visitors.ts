import { parse } from "hono/utils/cookie";
import { viewedIn } from "#accounts/administration";
import { findSession, touchSession } from "#accounts/sessions";
import { readUser } from "#accounts/users";
import type { User } from "#domain/people";
import type { PeopleStore } from "#stores";

/** The identity behind a request. */
export interface Visitor {
  /** Has a blank id without a session. */
  user: User;
  sessionId: string | null;
  /** The administrator viewing the product as `user`, or null. */
  viewer: Viewer | null;
}

/** An administrator viewing the product as another user. */
export interface Viewer {
  id: string;
  email: string;
}

export interface VisitorsOptions {
  people: PeopleStore;
  /** A visitor without a session. */
  everybody: () => Promise<User>;
  /** Name of the session cookie. */
  sessionCookie: string;
  intercomHmac: (userId: string) => string | null;
}

/**
 * Returns the visitor of a request. The only reader of the session cookie, for pages, their cache and procedures alike.
 * The session is looked up once per request object.
 */
export function createVisitors({
  people,
  everybody,
  sessionCookie,
  intercomHmac,
}: VisitorsOptions): (request: Request) => Promise<Visitor> {
  const known = new WeakMap<Request, Promise<Visitor>>();
  const anonymousVisitor = async (): Promise<Visitor> => ({
    user: await everybody(),
    sessionId: null,
    viewer: null,
  });
  const lookUp = async (token: string): Promise<Visitor> => {
    const found = await findSession(people, token);
    if (found === null) return anonymousVisitor();
    await touchSession(people, found.session);
    const own = await readUser(people, found.user.id, intercomHmac);
    if (own === null) return anonymousVisitor();
    const sessionId = found.session.id;
    const viewedId = viewedIn(found.session);
    // A user who is no longer an administrator sees their own pages.
    const isViewing = viewedId !== null && own.features["enable-admin-tools"];
    const viewed = isViewing ? await readUser(people, viewedId) : null;
    if (viewed === null) return { user: own, sessionId, viewer: null };
    const { id, email } = own;
    return { user: { ...viewed, viewed_by: email }, sessionId, viewer: { id, email } };
  };
  return (request) => {
    const token = parse(request.headers.get("cookie") ?? "", sessionCookie)[sessionCookie];
    if (token === undefined || token === "") return anonymousVisitor();
    const visitor = known.get(request) ?? lookUp(token);
    known.set(request, visitor);
    return visitor;
  };
}
