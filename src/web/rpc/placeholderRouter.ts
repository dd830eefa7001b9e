/** Types of the procedures that pages rely on, until the api room's own router is imported in their place. */
import { initTRPC } from "@trpc/server";
import type { MarketQuery, MarketStatus, Row, SeriesAnswer, TableAnswer } from "./marketTypes";

const t = initTRPC.create();
const input = <T>(value: unknown) => value as T;
const answer = <T>(): T => {
  throw new Error("Types only.");
};

const placeholder = t.router({
  market: t.router({
    table: t.procedure
      .input(input<{ resource: string; query: MarketQuery }>)
      .query(() => answer<TableAnswer>()),
    entity: t.procedure.input(input<{ resource: string; id: string | number }>).query(() => answer<Row>()),
    series: t.procedure
      .input(input<{ resource: "assets" | "tokens"; query: MarketQuery }>)
      .query(() => answer<SeriesAnswer>()),
    aggregates: t.procedure
      .input(input<{ resource: string; query: MarketQuery }>)
      .query(() => answer<{ results: readonly Row[] }>()),
    explain: t.procedure.input(input<Record<string, unknown>>).query(() => answer<Row>()),
    status: t.procedure.query(() => answer<MarketStatus>()),
    meta: t.procedure
      .input(input<{ resource: string }>)
      .query(() => answer<{ fields: TableAnswer["fields"] }>()),
  }),
});

export type AppRouter = typeof placeholder;
