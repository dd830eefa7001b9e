import { createFileRoute } from "@tanstack/react-router";
import { DataPart } from "../features/corrections/DataPart";
import { pageMeta } from "../features/shell/pageMeta";
import { readTableSearch, type TableSearch } from "../features/table/query/tableSearch";

/** What the pages read beside a table: the opened import, or the value to be marked as wrong. */
type PartSearch = TableSearch & { [name in "id" | "entity" | "metric" | "date" | "source"]?: unknown };

/** The pages below that of data. One route: each would add to the scripts of every page. */
export const Route = createFileRoute("/admin/data/$part")({
  params: { parse: ({ part }) => /^(corrections|imports?)$/.test(part) && { part } },
  validateSearch: ({ id, entity, metric, date, source, ...raw }: Record<string, unknown>): PartSearch => ({
    ...readTableSearch(raw),
    ...{ id, entity, metric, date, source },
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params: { part }, deps }) => ({
    crumb: await (await import("../features/corrections/loadPart")).loadPart(context, part, deps),
  }),
  head: ({ match, loaderData }) =>
    pageMeta({
      site: match.context.site,
      title: loaderData?.crumb ?? "Data",
      description: "Administration.",
    }),
  component: DataPart,
});
