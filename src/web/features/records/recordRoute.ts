import { noop } from "@tanstack/react-query";
import type { RecordType } from "#domain/records";
import { hasScreen } from "#domain/screens";
import { type RecordName, recordNames } from "#domain/vocabulary";
import { orNotFound } from "../../rpc/orNotFound";
import type { RouterContext } from "../../rpc/routerContext";
import { pageMeta } from "../shell/pageMeta";
import { readTableSearch, type TableSearch } from "../table/query/tableSearch";
import { recordListQuery } from "./recordQueries";

/** The loader data with the title of a page of records. */
interface LoadedHead {
  title: string;
  description: string;
}

interface HeadRequest {
  match: { context: RouterContext };
  loaderData?: LoadedHead;
}

interface KindParams {
  records: RecordName;
}

interface PageParams extends KindParams {
  recordId: string;
}

interface PageRequest<Params extends KindParams = KindParams> {
  context: RouterContext;
  params: Params;
}

/** Head of a page of records, which search engines do not index. */
const head = ({ match, loaderData }: HeadRequest) =>
  pageMeta({
    site: match.context.site,
    title: loaderData?.title ?? "Administration",
    description: loaderData?.description ?? "Administration.",
  });

/** Imported by the loader, so that other pages do not load the record types. */
const typeNamed = async (name: RecordName): Promise<RecordType> =>
  (await import("./typeOfRecord")).typeOfRecord(name);

type End = "" | "/new" | "/:slug" | "/:slug/edit";

/** The kind that a URL names; false (not found) unless the list of screens includes its page. */
const kindAt = ({ records }: { records: string }, end: End): KindParams | false => {
  const name = recordNames.find((one) => one === records.toLowerCase() && hasScreen(`/admin/${one}${end}`));
  return name !== undefined && { records: name };
};

/**
 * Options of all record routes. Each kind remounts its pages, so that open and typed state is not carried
 * over.
 */
const ofKind = { head, remountDeps: ({ params }: { params: KindParams }) => params.records };

/** Route options of the list of a kind of record, without its component. */
export const recordListRoute = {
  ...ofKind,
  params: { parse: (named: { records: string }) => kindAt(named, "") },
  validateSearch: readTableSearch,
  loaderDeps: ({ search }: { search: TableSearch }) => readTableSearch({ ...search }),
  loader: async ({
    context: { queryClient, trpc },
    params: { records },
    deps,
  }: PageRequest & { deps: TableSearch }): Promise<LoadedHead> => {
    const [{ label, doc }] = await Promise.all([
      typeNamed(records),
      // Errors are shown by the component.
      queryClient.query(trpc.records.list.queryOptions(recordListQuery(records, deps))).catch(noop),
    ]);
    return { title: label, description: doc };
  },
};

/** As `recordListRoute`, for the form of a new record. */
export const recordNewRoute = {
  ...ofKind,
  params: { parse: (named: { records: string }) => kindAt(named, "/new") },
  loader: async ({ params: { records } }: PageRequest): Promise<LoadedHead & { crumb: string }> => {
    const { singular, doc } = await typeNamed(records);
    const title = `New ${singular}`;
    return { crumb: title, title, description: doc };
  },
};

const recordRoute = (end: End, titleOf: (singular: string) => string) => ({
  ...ofKind,
  params: {
    parse: (named: { records: string; recordId: string }): PageParams | false => {
      const kind = kindAt(named, end);
      return kind && { ...named, ...kind };
    },
  },
  loader: async ({
    context: { queryClient, trpc },
    params: { records, recordId },
  }: PageRequest<PageParams>): Promise<LoadedHead & { crumb: string }> => {
    const request = { record: records, id: recordId };
    const [{ singular, doc }, [record]] = await Promise.all([
      typeNamed(records),
      orNotFound(
        Promise.all([
          queryClient.query(trpc.records.get.queryOptions(request)),
          queryClient.query(trpc.records.dependants.queryOptions(request)),
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
});

/** As `recordListRoute`, for the page of one record. */
export const recordPageRoute = recordRoute("/:slug", (singular) => singular);

/** As `recordListRoute`, for the form that edits a record. */
export const recordEditRoute = recordRoute("/:slug/edit", (singular) => `edit ${singular}`);
