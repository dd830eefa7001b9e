import { z } from "zod";
import { explainAccess } from "#accounts/policies";
import { plainLine, policyActions } from "#domain/people";
import { makePartnerKey, partnerKeySchema } from "../../partnerKeys/partnerKey";
import { domainProcedure } from "../domainProcedure";
import { t } from "../trpc";

/** Access of keys, for administrators who investigate it. */
export const accessRouter = t.router({
  explain: domainProcedure
    .input(
      z.object({
        who: plainLine(300).min(1),
        resource: z.string().max(100),
        action: z.enum(policyActions),
      }),
    )
    .query(({ ctx, input }) => explainAccess(ctx.services.people, input)),

  /** Creates a key with its own role and policies. Only this response contains the secret. */
  createPartnerKey: domainProcedure
    .input(partnerKeySchema)
    .mutation(({ ctx, input }) => makePartnerKey(ctx.services.people, input, ctx.user.id)),
});
