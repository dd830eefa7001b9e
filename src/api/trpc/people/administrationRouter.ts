import { z } from "zod";
import {
  endSessionsOf,
  readOrganizationFile,
  readUserFile,
  startViewingAs,
  stopViewingAs,
  suspendOrganization,
  suspendUser,
} from "#accounts/administration";
import { revokeApiKey } from "#accounts/apiKeys";
import { explainOpenFeatures, openAllFeatures, setFeatureOverride } from "#accounts/features";
import { setPlan } from "#accounts/plans";
import { changeMemberRole, removeMember, revokeInvitation } from "#accounts/team";
import { grantAdministrator, readUser, revokeAdministrator } from "#accounts/users";
import { ForbiddenError, NotFoundError, UnauthorizedError } from "#domain/errors";
import { accountRoles, memberRoles, storedId } from "#domain/people";
import { replaceControls } from "#domain/text";
import { flagChoices, planTypes } from "#domain/vocabulary";
import { figuresOutsideCatalog, listFiles, listQuarantine, listUnserved, unservedReason } from "#ingest";
import { domainProcedure } from "../domainProcedure";
import { type ApiContext, t } from "../trpc";
import { notifyOwners } from "./notifyOwners";
import { sendInvitation, unsentLink } from "./sendInvitation";

/** A type with its dates as text, as in JSON. */
type AsText<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? AsText<Item>[]
    : T extends object
      ? { [Key in keyof T]: AsText<T[Key]> }
      : T;

/** A result of the people store for the wire, with dates as text. */
const asText = <T>(value: T): AsText<T> => JSON.parse(JSON.stringify(value)) as AsText<T>;

/** Rejected rows per page. */
const QUARANTINE_PAGE = 50;
/** Maximum number of stored but unserved series on a page. */
const UNSERVED_SERIES = 500;
const FILES_PAGE = 25;

/** Replaces control characters in an object's texts, for display. */
const withoutControls = <Row extends object>(row: Row): Row => {
  const shown = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "string" ? replaceControls(value) : value,
  ]);
  return { ...row, ...Object.fromEntries(shown) };
};

const id = z.uuid();
/** An id in the URL of a page, which may not exist. */
const shownId = z.string().max(100);
const ofUser = z.object({ userId: id });
const ofOrganization = z.object({ organizationId: id });
const ofNetwork = z.object({ network: z.string().min(1).max(200) });
const ofMember = ofOrganization.extend({ userId: id });

/** An administrator of the installation has the rights of an owner in every organization. */
const asOwner = ({ user }: ApiContext) => ({ actorId: user.id, isAdministrator: true });

/** Changes to users and organizations by administrators, recorded in the audit log. */
export const administrationRouter = t.router({
  /** A user's data for administrators. */
  user: domainProcedure.input(z.object({ userId: shownId })).query(async ({ ctx, input }) => {
    const file = await readUserFile(ctx.services.people, input.userId);
    if (file === null) throw new NotFoundError(`There is no user ${input.userId}.`);
    return { ...asText(file), isCaller: input.userId === ctx.user.id };
  }),
  /** Grants or revokes the administrator role. Administrators cannot revoke their own. */
  setRole: domainProcedure
    .input(ofUser.extend({ role: z.enum(accountRoles) }))
    .mutation(async ({ ctx, input: { userId, role } }) => {
      const { people } = ctx.services;
      const user = await readUser(people, userId);
      if (user === null) throw new NotFoundError(`There is no user ${userId}.`);
      const change = role === "ADMIN" ? grantAdministrator : revokeAdministrator;
      await change(people, user.email, ctx.user.id);
    }),
  suspendUser: domainProcedure
    .input(ofUser.extend({ isSuspended: z.boolean() }))
    .mutation(({ ctx, input: { userId, isSuspended } }) =>
      suspendUser(ctx.services.people, { id: userId, isSuspended, actor: ctx.user.id }),
    ),
  /** Ends one session of a user, or all if `sessionId` is null. */
  endSessions: domainProcedure
    .input(ofUser.extend({ sessionId: id.nullable() }))
    .mutation(({ ctx, input }) => endSessionsOf(ctx.services.people, { ...input, actor: ctx.user.id })),
  revokeKey: domainProcedure
    .input(z.object({ id: storedId }))
    .mutation(({ ctx, input }) => revokeApiKey(ctx.services.people, input.id, { actor: ctx.user.id })),

  /** Switches the session to view the product as a user, without the ability to change anything. */
  viewAs: domainProcedure.input(ofUser).mutation(({ ctx, input: { userId } }) => {
    if (ctx.sessionId === null) throw new UnauthorizedError("Sign in again.");
    const { sessionId } = ctx;
    return startViewingAs(ctx.services.people, { sessionId, userId, actor: ctx.user.id });
  }),
  stopViewingAs: domainProcedure.mutation(async ({ ctx }) => {
    if (ctx.sessionId === null) return;
    const actor = (ctx.viewer ?? ctx.user).id;
    await stopViewingAs(ctx.services.people, { sessionId: ctx.sessionId, actor });
  }),

  /** An organization's data for administrators. */
  organization: domainProcedure
    .input(z.object({ organizationId: shownId }))
    .query(async ({ ctx, input: { organizationId } }) => {
      const { people, apiUsage } = ctx.services;
      // Includes requests of the last seconds in the counts.
      await apiUsage.flush();
      const file = await readOrganizationFile(people, organizationId);
      if (file === null) throw new NotFoundError(`There is no organization ${organizationId}.`);
      return { ...asText(file), unsentLink: unsentLink(ctx.services) };
    }),
  suspendOrganization: domainProcedure
    .input(ofOrganization.extend({ isSuspended: z.boolean() }))
    .mutation(({ ctx, input: { organizationId, isSuspended } }) =>
      suspendOrganization(ctx.services.people, { id: organizationId, isSuspended, actor: ctx.user.id }),
    ),
  /** `trialDays` is the length of a trial; null uses the default, and is the only valid value for other plans. */
  setPlan: domainProcedure
    .input(
      ofOrganization.extend({ plan: z.enum(planTypes), trialDays: z.int().positive().max(3650).nullable() }),
    )
    .mutation(async ({ ctx, input }) => {
      await setPlan(ctx.services.people, { ...input, actor: ctx.user.id });
    }),
  /** Background jobs of the responding process, with their results. */
  jobs: domainProcedure.query(({ ctx }) => ctx.services.jobs()),
  /** Networks whose nodes are read, with their state. */
  networks: domainProcedure.query(async ({ ctx }) => {
    const { networks, problem } = await ctx.services.ledger.networks();
    return { networks: networks === null ? null : asText(networks), problem };
  }),
  /** Starts to estimate what reading a network would take; `networks` has the result. */
  planNetwork: domainProcedure
    .input(ofNetwork)
    .mutation(({ ctx, input: { network } }) => ctx.services.ledger.plan(network)),
  /** Stops reading a network until it is resumed. */
  pauseNetwork: domainProcedure
    .input(ofNetwork)
    .mutation(({ ctx, input: { network } }) => ctx.services.ledger.pause(network, ctx.user)),
  /** Ends the pause of a network, and reads it. */
  resumeNetwork: domainProcedure
    .input(ofNetwork)
    .mutation(({ ctx, input: { network } }) => ctx.services.ledger.resume(network, ctx.user)),
  /** Starts to read a network; `networks` reports the progress. */
  readNetwork: domainProcedure
    .input(ofNetwork)
    .mutation(({ ctx, input: { network } }) => ctx.services.ledger.read(network, ctx.user)),
  /** The flags of a visitor without an account, and the source of each value. */
  openFeatures: domainProcedure.query(({ ctx }) => explainOpenFeatures(ctx.services.people)),
  /** Sets a flag for everyone, an organization or a user; null removes the override. */
  setFlag: domainProcedure
    .input(
      z.object({
        kind: z.enum(["everyone", "organization", "user"]),
        subject: z.union([id, z.literal("")]),
        flag: z.enum(flagChoices),
        value: z.boolean().nullable(),
      }),
    )
    .mutation(async ({ ctx: { services, user }, input }) => {
      await setFeatureOverride(services.people, { ...input, actor: user.id });
      services.installation.invalidate();
    }),
  /**
   * Enables all features for everyone, without an account: only from the server's own machine, and only while there is
   * neither an administrator nor a setting that appoints one.
   */
  openAllFeatures: domainProcedure.mutation(async ({ ctx: { services, request } }) => {
    if (!request.isOnLoopback || (await services.installation.read()).hasAdministrator) {
      throw new ForbiddenError(
        "Features are opened by an administrator, or on the command line of the server.",
      );
    }
    await openAllFeatures(services.people, "setup");
    services.installation.invalidate();
  }),

  /**
   * Rows that imports rejected, optionally of one file, with counts by file and kind of error, and the
   * series with stored values that are not served.
   */
  quarantine: domainProcedure
    .input(z.object({ file: z.string().max(1000).nullable(), page: z.int().positive().max(100_000) }))
    .query(async ({ ctx: { market }, input: { file, page } }) => {
      const { rows, total, kinds } = await listQuarantine(market.store, {
        file,
        limit: QUARANTINE_PAGE,
        offset: (page - 1) * QUARANTINE_PAGE,
      });
      const pageCount = Math.max(1, Math.ceil(total / QUARANTINE_PAGE));
      const { series, total: unservedTotal } = await listUnserved(market.store, {
        file,
        limit: UNSERVED_SERIES,
      });
      const unserved = series.map((one) => ({ ...one, why: unservedReason(one) }));
      return {
        rows: rows.map(withoutControls),
        kinds: kinds.map(withoutControls),
        unserved: unserved.map(withoutControls),
        unservedTotal,
        pagination: { page, perPage: QUARANTINE_PAGE, pageCount, resultCount: total },
      };
    }),

  /** Removes the quarantined rows of a file, or of all files if it is null. */
  purgeQuarantine: domainProcedure
    .input(z.object({ file: z.string().min(1).max(1000).nullable() }))
    .mutation(({ ctx, input }) => ctx.services.purgeQuarantine({ ...input, actor: ctx.user.id })),

  /** Assets and tokens with imported figures that are not in the catalog, the most figures first. */
  outsideCatalog: domainProcedure.query(async ({ ctx: { market } }) => {
    const listings = await figuresOutsideCatalog(market.store);
    return { listings: listings.slice(0, UNSERVED_SERIES).map(withoutControls), total: listings.length };
  }),

  /** Imported files with their checksums and mappings, newest first. */
  files: domainProcedure
    .input(z.object({ page: z.int().positive().max(100_000) }))
    .query(async ({ ctx: { market }, input: { page } }) => {
      const offset = (page - 1) * FILES_PAGE;
      const { files, total } = await listFiles(market.store, { limit: FILES_PAGE, offset });
      const pageCount = Math.max(1, Math.ceil(total / FILES_PAGE));
      return { files, pagination: { page, perPage: FILES_PAGE, pageCount, resultCount: total } };
    }),

  changeMemberRole: domainProcedure
    .input(ofMember.extend({ role: z.enum(memberRoles) }))
    .mutation(({ ctx, input }) => changeMemberRole(ctx.services.people, { ...input, ...asOwner(ctx) })),
  removeMember: domainProcedure.input(ofMember).mutation(async ({ ctx, input }) => {
    notifyOwners(ctx.services, await removeMember(ctx.services.people, { ...input, ...asOwner(ctx) }));
  }),
  invite: domainProcedure
    .input(ofOrganization.extend({ email: z.string().max(300), role: z.enum(memberRoles) }))
    .mutation(({ ctx, input }) => sendInvitation(ctx, { ...input, isAdministrator: true })),
  revokeInvitation: domainProcedure
    .input(ofOrganization.extend({ id }))
    .mutation(({ ctx, input }) => revokeInvitation(ctx.services.people, { ...input, ...asOwner(ctx) })),
});
