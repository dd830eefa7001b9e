import { z } from "zod";
import { memberRole } from "#accounts/users";
import {
  createEndpoint,
  createWatch,
  deleteEndpoint,
  deleteWatch,
  deliveriesTo,
  editWatch,
  firingsOfWatch,
  isMailStopped,
  listEndpoints,
  listWatches,
  pauseEndpoint,
  pauseWatch,
  queueTest,
  readerOfWatch,
  readWatch,
  redeliver,
  resumeWatchMail,
  rotateSecret,
  type WatchOwner,
  type WatchReader,
} from "#accounts/watches";
import { currentDay } from "#domain/days";
import { ForbiddenError, InvalidError, NotFoundError } from "#domain/errors";
import { cutText } from "#domain/text";
import {
  conditionWords,
  firingWords,
  PEG_CLASS,
  PEG_DENOMINATION,
  type WatchCondition,
  type WatchSubject,
  watchConditionSchema,
  watchDraftSchema,
  watchSubjectSchema,
} from "#domain/watches";
import { getEntity, type Market } from "#market";
import { canStillRead } from "../../watches/canStillRead";
import { evaluateWatch, type Found, scopeOfReader } from "../../watches/evaluateWatch";
import { webhookTarget } from "../../watches/webhookTarget";
import { domainProcedure } from "../domainProcedure";
import { type ApiContext, t } from "../trpc";
import { ownOrganization } from "./ownOrganization";
import { shownDelivery, shownEndpoint, shownWatch, subjectNames } from "./shownWatch";

interface WatchableRequest {
  subject: WatchSubject;
  condition: WatchCondition;
  reader: WatchReader;
  today: string;
}

/**
 * The result that a watch would have now.
 * @throws NotFoundError, ForbiddenError if the owner cannot read the subject, InvalidError for a peg to another currency
 * and for attestations without a due date
 */
async function requireWatchable(
  market: Market,
  { subject, condition, reader, today }: WatchableRequest,
): Promise<Extract<Found, { problem: "" }>> {
  const watch = { subjectType: subject.type, subjectId: subject.id, condition };
  const found = await evaluateWatch(market, { watch, reader, today });
  if (found.problem === "gone") throw new NotFoundError("The item to watch is not in the catalog.");
  if (found.problem !== "") throw new ForbiddenError("This is not available to you.");
  if (condition.kind === "attestation_overdue" && "holds" in found.look && found.look.holds === null) {
    const message = "Choose an asset whose attestations have a stated frequency and a dated report";
    throw new InvalidError(`${message}.`, [{ path: "condition.kind", message }]);
  }
  if (condition.kind === "depeg") await requirePeg(market, { subject, reader, today });
  return found;
}

async function requirePeg(
  fullMarket: Market,
  { subject, reader, today }: Omit<WatchableRequest, "condition">,
): Promise<void> {
  const market = fullMarket.narrowed(scopeOfReader(reader, today));
  const { result: row } = await getEntity(market, {
    resource: subject.type === "token" ? "tokens" : "assets",
    id: subject.id ?? 0,
  });
  const asset =
    subject.type === "token"
      ? (await getEntity(market, { resource: "assets", id: Number(row.asset_id) })).result
      : row;
  if (asset.asset_class_slug === PEG_CLASS && asset.denomination === PEG_DENOMINATION) return;
  const message = "Choose a stablecoin that is pegged to the US dollar";
  throw new InvalidError(`${message}.`, [{ path: "condition.kind", message }]);
}

/** The owner of the requested watches: the caller, or the organization that they act for. */
function watchOwnerOf({ user }: ApiContext, isOrganization: boolean): WatchOwner {
  return isOrganization
    ? { userId: null, organizationId: ownOrganization(user).id }
    : { userId: user.id, organizationId: null };
}

/** Whether the caller can change an owner's watches: users their own, owners and admins those of the organization. */
async function canChangeWatches(
  { services, user }: ApiContext,
  { organizationId }: WatchOwner,
): Promise<boolean> {
  if (organizationId === null) return true;
  const role = await memberRole(services.people, { userId: user.id, organizationId });
  return role === "owner" || role === "admin";
}

/** Requires that the caller can change the owner's watches. @throws ForbiddenError */
async function changedOwner(ctx: ApiContext, isOrganization: boolean) {
  const owner = watchOwnerOf(ctx, isOrganization);
  if (!(await canChangeWatches(ctx, owner))) {
    throw new ForbiddenError("Only owners and admins can change the organization's watches.");
  }
  return { owner, actor: ctx.user.id };
}

/** The reader for an owner. @throws ForbiddenError if it is suspended */
async function watchReaderOf({ services, user }: ApiContext, owner: WatchOwner): Promise<WatchReader> {
  const reader = await readerOfWatch(services.people, { ...owner, madeBy: user.id });
  if (reader === null) throw new ForbiddenError("This organization is suspended.");
  return reader;
}

const ofOrganization = z.boolean().default(false);
const owned = z.object({ organization: ofOrganization });
const one = owned.extend({ id: z.uuid() });
const paused = one.extend({ isPaused: z.boolean() });
/** Requires that the owner can read the subject of a watch, and names the watch if it has no name. */
async function checked(ctx: ApiContext, isOrganization: boolean, draft: z.output<typeof watchDraftSchema>) {
  const reader = await watchReaderOf(ctx, watchOwnerOf(ctx, isOrganization));
  const { subject, condition } = draft;
  const { facts } = await requireWatchable(ctx.market, { subject, condition, reader, today: currentDay() });
  const name =
    draft.name === "" ? cutText(`${facts.subject.name}: ${conditionWords(condition)}`, 120) : draft.name;
  return { ...draft, name };
}

/** Watches and webhook endpoints of the caller, or with `organization` of the organization that they act for. */
export const watchesRouter = t.router({
  list: domainProcedure.input(owned).query(async ({ ctx, input }) => {
    const { people, watches } = ctx.services;
    const owner = watchOwnerOf(ctx, input.organization);
    const empty = {
      watches: [],
      endpoints: [],
      canChange: false,
      limit: watches.limit,
      isMailStopped: false,
    };
    // Personal watches are private: the list is empty for administrators viewing as another user.
    if (ctx.viewer !== null && owner.userId !== null) return empty;
    const [rows, endpoints, canChange, mailStopped] = await Promise.all([
      listWatches(people, owner),
      listEndpoints(people, owner),
      canChangeWatches(ctx, owner),
      isMailStopped(people, ctx.user.id),
    ]);
    const names = await subjectNames(ctx.market, await watchReaderOf(ctx, owner), currentDay());
    return {
      watches: rows.map((row) => shownWatch(row, names)),
      endpoints: endpoints.map(shownEndpoint),
      canChange,
      limit: watches.limit,
      isMailStopped: mailStopped,
    };
  }),

  /** The current state of a condition, which the form shows before a watch is created. */
  preview: domainProcedure
    .input(owned.extend({ subject: watchSubjectSchema, condition: watchConditionSchema }))
    .query(async ({ ctx, input: { organization, subject, condition } }) => {
      const reader = await watchReaderOf(ctx, watchOwnerOf(ctx, organization));
      const { look, facts } = await requireWatchable(ctx.market, {
        subject,
        condition,
        reader,
        today: currentDay(),
      });
      return {
        holds: "holds" in look ? look.holds : null,
        count: "ids" in look ? look.ids.length : null,
        metric: facts.metric,
        value: facts.value,
        reported: facts.reported,
      };
    }),

  create: domainProcedure
    .input(z.object({ organization: ofOrganization, draft: watchDraftSchema }))
    .mutation(async ({ ctx, input: { organization, draft } }) => {
      const change = await changedOwner(ctx, organization);
      const { people, watches } = ctx.services;
      const named = await checked(ctx, organization, draft);
      const created = await createWatch(people, named, { ...change, limit: watches.limit });
      watches.requestRun();
      return created;
    }),

  edit: domainProcedure
    .input(z.object({ organization: ofOrganization, id: z.uuid(), draft: watchDraftSchema }))
    .mutation(async ({ ctx, input: { organization, id, draft } }) => {
      const change = await changedOwner(ctx, organization);
      await readWatch(ctx.services.people, id, change.owner);
      const named = await checked(ctx, organization, draft);
      await editWatch(ctx.services.people, { id, draft: named }, change);
      ctx.services.watches.requestRun();
    }),

  pause: domainProcedure.input(paused).mutation(async ({ ctx, input }) => {
    await pauseWatch(ctx.services.people, input, await changedOwner(ctx, input.organization));
    ctx.services.watches.requestRun();
  }),

  remove: domainProcedure.input(one).mutation(async ({ ctx, input }) => {
    await deleteWatch(ctx.services.people, input.id, await changedOwner(ctx, input.organization));
  }),

  /** The latest firings of a watch with their deliveries. `text` is null if the owner can no longer read the firing. */
  firings: domainProcedure.input(one).query(async ({ ctx, input }) => {
    const { people } = ctx.services;
    const owner = watchOwnerOf(ctx, input.organization);
    if (ctx.viewer !== null && owner.userId !== null) throw new NotFoundError("Watch not found.");
    const watch = await readWatch(people, input.id, owner);
    const logged = await firingsOfWatch(people, input.id, owner);
    const shown = [];
    const sources = { people, market: ctx.market, known: new Map() };
    for (const { firing, deliveries } of logged) {
      const { facts } = firing;
      const isReadable = await canStillRead(sources, { watch, facts }, new Date());
      shown.push({
        id: firing.id,
        at: firing.at.toISOString(),
        text: isReadable ? firingWords(facts.condition, facts) : null,
        deliveries: deliveries.map(shownDelivery),
      });
    }
    return shown;
  }),

  /** Adds an endpoint. Only this response contains the secret. */
  createEndpoint: domainProcedure
    .input(owned.extend({ url: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const change = await changedOwner(ctx, input.organization);
      const url = await webhookTarget(input.url, ctx.services.watches.rules);
      return createEndpoint(ctx.services.people, url, change);
    }),

  rotateSecret: domainProcedure.input(one).mutation(async ({ ctx, input }) => ({
    secret: await rotateSecret(ctx.services.people, input.id, await changedOwner(ctx, input.organization)),
  })),

  pauseEndpoint: domainProcedure.input(paused).mutation(async ({ ctx, input }) => {
    await pauseEndpoint(ctx.services.people, input, await changedOwner(ctx, input.organization));
  }),

  removeEndpoint: domainProcedure.input(one).mutation(async ({ ctx, input }) => {
    await deleteEndpoint(ctx.services.people, input.id, await changedOwner(ctx, input.organization));
  }),

  /** Sends a test to an endpoint; the delivery log has the result. */
  testEndpoint: domainProcedure.input(one).mutation(async ({ ctx, input }) => {
    const { owner } = await changedOwner(ctx, input.organization);
    await queueTest(ctx.services.people, { endpointId: input.id, owner, now: new Date() });
    ctx.services.watches.requestRun();
  }),

  /** The latest deliveries to an endpoint. */
  deliveries: domainProcedure.input(one).query(async ({ ctx, input }) => {
    const owner = watchOwnerOf(ctx, input.organization);
    if (ctx.viewer !== null && owner.userId !== null) throw new NotFoundError("Endpoint not found.");
    return (await deliveriesTo(ctx.services.people, input.id, owner)).map(shownDelivery);
  }),

  /** Sends a delivery again, with the same id. */
  redeliver: domainProcedure.input(one).mutation(async ({ ctx, input }) => {
    const { owner } = await changedOwner(ctx, input.organization);
    await redeliver(ctx.services.people, { deliveryId: input.id, owner, now: new Date() });
    ctx.services.watches.requestRun();
  }),

  /** Resubscribes a caller who unsubscribed from email. */
  resumeMail: domainProcedure.mutation(async ({ ctx }) => {
    await resumeWatchMail(ctx.services.people, ctx.user.id);
  }),
});
