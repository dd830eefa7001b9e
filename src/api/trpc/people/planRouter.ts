import { readPlan } from "#accounts/plans";
import { planFeatures, planOf } from "#domain/people";
import { domainProcedure } from "../domainProcedure";
import { t } from "../trpc";

export const planRouter = t.router({
  /** The caller's plan: its features, the end of a trial, and the usage. */
  get: domainProcedure.query(async ({ ctx }) => {
    const { user, services } = ctx;
    const organizationId = user.organization?.id ?? null;
    const [state, requests, { everybody }] = await Promise.all([
      readPlan(services.people, organizationId),
      organizationId === null ? 0 : services.apiUsage.thisMonth(organizationId),
      services.installation.read(),
    ]);
    const { type, label, doc, endsAs, requestsPerMinute } = planOf(state.type);
    return {
      plan: { type, label, doc },
      organization:
        user.organization === null ? null : { id: user.organization.id, name: user.organization.name },
      trialEndsAt: state.trialEndsAt?.toISOString() ?? null,
      /** The plan after the trial. */
      endsAs: endsAs === null ? null : planOf(endsAs).label,
      endedTrial: state.endedTrial === null ? null : planOf(state.endedTrial).label,
      /** The caller's current features, including overrides by the operator. */
      includes: planFeatures.map((feature) => ({
        ...feature,
        included: user.features[feature.flag],
        /** Whether the plan itself includes the feature. */
        inPlan: planOf(state.type).includedFlags.includes(feature.flag),
        openToEveryone: everybody.features[feature.flag],
      })),
      usage: {
        members: state.members,
        apiKeys: state.liveApiKeys,
        /** Null without the data API. */
        requestsPerMinute: user.features["enable-api-keys"] ? requestsPerMinute : null,
        /** Requests of all keys of the organization since the first of the month in UTC. */
        apiRequestsThisMonth: requests,
      },
    };
  }),
});
