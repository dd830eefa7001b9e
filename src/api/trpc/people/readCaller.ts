import { readUser } from "#accounts";
import { UnauthorizedError, type User } from "#domain";
import type { ApiContext } from "../trpc";

/** The caller as stored, read after a change. */
export async function readCaller({ services, user }: ApiContext): Promise<User> {
  const current = await readUser(services.people, user.id, services.intercomHmac);
  if (current === null) throw new UnauthorizedError("This account no longer exists. Sign in again.");
  return current;
}
