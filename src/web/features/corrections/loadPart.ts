/** Data of the pages below that of data. Imported by their loader, so that other pages do not load it. */
import { noop } from "@tanstack/react-query";
import { notFound } from "@tanstack/react-router";
import { orNotFound } from "../../rpc/orNotFound";
import type { RouterContext } from "../../rpc/routerContext";
import type { DataSearch } from "../administration/dataSearch";
import { loadStatus } from "../chartView/marketStatus";
import { readTableSearch } from "../table/query/tableSearch";
import { importListQuery } from "./importList";
import { readMarkSearch } from "./markSearch";

type Context = Pick<RouterContext, "queryClient" | "trpc">;
type Search = Readonly<Record<string, unknown>>;

/** Data of the page of data itself. Errors are shown by the component. */
export async function loadData(context: Context, search: DataSearch): Promise<void> {
  const { queryClient, trpc } = context;
  const { file = null, page = 1, files = 1 } = search;
  await Promise.all([
    loadStatus(context),
    queryClient.query(trpc.administration.quarantine.queryOptions({ file, page })).catch(noop),
    queryClient.query(trpc.administration.files.queryOptions({ page: files })).catch(noop),
    queryClient.query(trpc.market.allSources.queryOptions()).catch(noop),
  ]);
}

/** The parts by path; each fetches what its page shows first and returns its title. Errors of lists are shown by the pages. */
const parts: Readonly<Record<string, (context: Context, search: Search) => Promise<string>>> = {
  import: async ({ queryClient, trpc }) => {
    await queryClient.query(trpc.imports.current.queryOptions()).catch(noop);
    return "Import a file";
  },
  imports: async (context, search) => {
    const { queryClient, trpc } = context;
    await loadCorrection(context);
    if (search.id === undefined) {
      const query = importListQuery(readTableSearch({ ...search }));
      await queryClient.query(trpc.imports.list.queryOptions(query)).catch(noop);
      return "Imports";
    }
    const request = trpc.imports.get.queryOptions({ id: Number(search.id) });
    return (await orNotFound(queryClient.query(request))).source.name;
  },
  corrections: async (context, search) => {
    const { queryClient, trpc } = context;
    const { page } = readMarkSearch({ ...search });
    await loadCorrection(context);
    await queryClient.query(trpc.imports.marks.queryOptions({ page })).catch(noop);
    return "Corrections";
  },
};

const loadCorrection = ({ queryClient, trpc }: Context) =>
  queryClient.query(trpc.imports.correction.queryOptions()).catch(noop);

/** @returns the title of the page */
export function loadPart(context: Context, part: string, search: Search): Promise<string> {
  const load = Object.hasOwn(parts, part) ? parts[part] : undefined;
  if (load === undefined) throw notFound();
  return load(context, search);
}
