import { z } from "zod";
import { isNestedDeeper } from "../../http/isNestedDeeper";
import { domainProcedure } from "../domainProcedure";
import { t } from "../trpc";

/** Limit above the size of any event of our pages. */
const MAX_PROPERTIES_LENGTH = 8_000;
const MAX_PROPERTIES_LEVELS = 20;

const isSmall = (properties: object): boolean =>
  !isNestedDeeper(properties, MAX_PROPERTIES_LEVELS) &&
  JSON.stringify(properties).length <= MAX_PROPERTIES_LENGTH;

const event = z.object({
  name: z.string().min(1).max(200),
  logRocketSessionUrl: z.string().max(500).nullish(),
  properties: z.record(z.string().max(100), z.unknown()).refine(isSmall, "too large").default({}),
});

export const analyticsRouter = t.router({
  /**
   * Forwards an event if analytics is configured and the visitor consented.
   * Drops invalid events without an error.
   */
  track: domainProcedure.input(z.custom<z.input<typeof event>>()).mutation(({ ctx, input }) => {
    const parsed = event.safeParse(input);
    if (!parsed.success || !ctx.request.analyticsAllowed) return;
    const { name, logRocketSessionUrl } = parsed.data;
    const { distinct_id, ...properties } = parsed.data.properties;
    ctx.services.analytics?.track({
      name,
      userId: ctx.user.id === "" ? null : ctx.user.id,
      visitorId: z.uuid().safeParse(distinct_id).data ?? null,
      properties: { ...properties, ...(logRocketSessionUrl ? { logRocketSessionUrl } : {}) },
    });
  }),
});
