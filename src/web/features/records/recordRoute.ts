import { noop } from "@tanstack/react-query";
import type { RecordName, RecordType } from "#domain";
import { orNotFound } from "../../rpc/orNotFound";
import type { RouterContext } from "../../rpc/routerContext";
import { pageMeta } from "../shell/pageMeta";
import { readTableSearch, type TableSearch } from "../table/tableSearch";
import { recordListQuery } from "./recordQueries";

/** What a loaded page of records says of itself. */
interface LoadedHead {
  title: string;
  description: string;
}

interface HeadRequest {
  match: { context: RouterContext };
  loaderData?: LoadedHead;
}

interface PageRequest {
  context: RouterContext;
  params: { recordId: string };
}

/** Head of a page of records: search engines are told of none. */
const head = ({ match, loaderData }: HeadRequest) =>
  pageMeta({
    site: match.context.site,
    title: loaderData?.title ?? "Administration",
    description: loaderData?.description ?? "Administration.",
  });

/** Fetched with the first loader that runs in the browser: what records are is not for every page. */
const typeNamed = async (name: RecordName): Promise<RecordType> =>
  (await import("./typeOfRecord")).typeOfRecord(name);

/** What the route of the list of a kind of record is made of, beside its component. */
export const recordListRoute = (name: RecordName) => ({
  validateSearch: readTableSearch,
  loaderDeps: ({ search }: { search: TableSearch }) => readTableSearch({ ...search }),
  loader: async ({
    context: { queryClient, trpc },
    deps,
  }: {
    context: RouterContext;
    deps: TableSearch;
  }): Promise<LoadedHead> => {
    const [{ label, doc }] = await Promise.all([
      typeNamed(name),
      // A failure is told where the answer is shown.
      queryClient.query(trpc.records.list.queryOptions(recordListQuery(name, deps))).catch(noop),
    ]);
    return { title: label, description: doc };
  },
  head,
});

/** As `recordListRoute`, for the form of a new record. */
export const recordNewRoute = (name: RecordName) => ({
  loader: async (): Promise<LoadedHead & { crumb: string }> => {
    const { singular, doc } = await typeNamed(name);
    const title = `New ${singular}`;
    return { crumb: title, title, description: doc };
  },
  head,
});

/** As `recordListRoute`, for the page of one record or the form that edits it. */
export const recordPageRoute = (name: RecordName, titleOf: (singular: string) => string = (one) => one) => ({
  loader: async ({
    context: { queryClient, trpc },
    params: { recordId },
  }: PageRequest): Promise<LoadedHead & { crumb: string }> => {
    const asked = { record: name, id: recordId };
    const [{ singular, doc }, [record]] = await Promise.all([
      typeNamed(name),
      orNotFound(
        Promise.all([
          queryClient.query(trpc.records.get.queryOptions(asked)),
          queryClient.query(trpc.records.dependants.queryOptions(asked)),
        ]),
      ),
    ]);
    const words = titleOf(singular);
    return {
      crumb: record.label,
      title: `${words.charAt(0).toUpperCase()}${words.slice(1)} ${record.label}`,
      description: doc,
    };
  },
  head,
});
