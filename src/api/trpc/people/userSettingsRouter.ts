import { z } from "zod";
import { deleteAccount, exportAccount } from "#accounts/account";
import { endAllSessions, endSession, listSessions } from "#accounts/sessions";
import { updateDarkMode, updateProfile } from "#accounts/users";
import { profileSchema } from "#domain/people";
import { domainProcedure } from "../domainProcedure";
import { t } from "../trpc";
import { notifyOwners } from "./notifyOwners";
import { readCaller } from "./usersRouter";

/** Omitted fields do not change: the onboarding form has only some of them. */
const profileInput = profileSchema.partial();

export const userSettingsRouter = t.router({
  /** Returns the changed user. */
  updateProfile: domainProcedure
    .input(z.object({ profile: profileInput }))
    .mutation(async ({ ctx, input }) => {
      await updateProfile(ctx.services.people, ctx.user.id, input.profile);
      return readCaller(ctx);
    }),
  /** `darkMode: null` follows the browser. Returns the changed user. */
  updatePreferences: domainProcedure
    .input(z.object({ darkMode: z.boolean().nullable() }))
    .mutation(async ({ ctx, input }) => {
      await updateDarkMode(ctx.services.people, ctx.user.id, input.darkMode);
      return readCaller(ctx);
    }),

  /** The caller's sessions, most recently used first. */
  sessions: domainProcedure.query(async ({ ctx }) => {
    const sessions = await listSessions(ctx.services.people, ctx.user.id);
    return sessions.map(({ createdAt, lastSeenAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: session.id === ctx.sessionId,
    }));
  }),
  endSession: domainProcedure.input(z.object({ id: z.uuid() })).mutation(async ({ ctx, input }) => {
    await endSession(ctx.services.people, { userId: ctx.user.id, id: input.id });
  }),
  /** Ends all sessions except the current one. */
  endOtherSessions: domainProcedure.mutation(async ({ ctx }) => {
    await endAllSessions(ctx.services.people, { userId: ctx.user.id, exceptId: ctx.sessionId ?? undefined });
  }),

  /** All stored data about the caller, as plain JSON for a file. */
  exportAccount: domainProcedure.query(({ ctx }) => exportAccount(ctx.services.people, ctx.user.id)),
  /** Deletes the caller's account permanently. `confirmation` is their email address, typed again. */
  deleteAccount: domainProcedure
    .input(z.object({ confirmation: z.string().max(300) }))
    .mutation(async ({ ctx: { services, user }, input }) => {
      const left = await deleteAccount(services.people, {
        userId: user.id,
        confirmation: input.confirmation,
      });
      for (const departure of left) notifyOwners(services, departure);
    }),
});
