import { z } from "zod";
import { readUser, updateName } from "#accounts/users";
import { UnauthorizedError } from "#domain/errors";
import { type User, userNameSchema } from "#domain/people";
import { domainProcedure } from "../domainProcedure";
import { type ApiContext, t } from "../trpc";

/** The caller as stored, read after a change. */
export async function readCaller({ services, user }: ApiContext): Promise<User> {
  const current = await readUser(services.people, user.id, services.intercomHmac);
  if (current === null) throw new UnauthorizedError("This account no longer exists. Sign in again.");
  return current;
}

export const usersRouter = t.router({
  /** The signed-in user, or a user with a blank id. */
  getProfile: domainProcedure.query(({ ctx }) => ctx.user),
  /** Returns the changed user. */
  updateName: domainProcedure.input(z.object({ name: userNameSchema })).mutation(async ({ ctx, input }) => {
    await updateName(ctx.services.people, ctx.user.id, input.name);
    return readCaller(ctx);
  }),
});
