import { z } from "zod";
import { updateName } from "#accounts";
import { userNameSchema } from "#domain";
import { domainProcedure } from "../domainProcedure";
import { t } from "../trpc";
import { readCaller } from "./readCaller";

export const usersRouter = t.router({
  /** The signed-in user, or a user with a blank id. */
  getProfile: domainProcedure.query(({ ctx }) => ctx.user),
  /** Returns the changed user. */
  updateName: domainProcedure.input(z.object({ name: userNameSchema })).mutation(async ({ ctx, input }) => {
    await updateName(ctx.services.people, ctx.user.id, input.name);
    return readCaller(ctx);
  }),
});
