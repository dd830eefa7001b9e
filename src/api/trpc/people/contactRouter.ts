import { z } from "zod";
import { domainProcedure } from "../domainProcedure";
import { t } from "../trpc";

export const contactRouter = t.router({
  /** Stores a request to the operator and emails it. Errors name the invalid fields. */
  send: domainProcedure
    .input(z.custom<Readonly<Record<string, string>>>())
    .mutation(async ({ ctx, input }) => {
      await ctx.services.contact.receive(input, ctx.request.networkAddress);
    }),
});
