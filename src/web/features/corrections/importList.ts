import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import type { FieldMeta, ResourceRow } from "#domain/api";
import type { Sort } from "#domain/query";
import { DEFAULT_PER_PAGE, MOST_PER_PAGE } from "../table/query/rowsPerPage";
import { searchSort, type TableSearch } from "../table/query/tableSearch";

export type ListedImport = inferRouterOutputs<AppRouter>["imports"]["list"]["imports"][number];
export type ImportDetail = inferRouterOutputs<AppRouter>["imports"]["get"];
type ListInput = inferRouterInputs<AppRouter>["imports"]["list"];
type Order = ListInput["sort"]["field"];

/** A column of the list. Its order is that of the server. */
const column = (
  name: Order,
  label: string,
  doc: string,
  type: FieldMeta["type"] = "string",
): FieldMeta & { name: Order } => ({
  name,
  label,
  doc,
  type,
  values: null,
  unit: null,
  format: null,
  polarity: null,
  refers_to: null,
  aliases: [],
  source: "",
  nullable: true,
  operators: [],
  filterable: false,
  sortable: true,
  groupable: false,
});

export const importColumns = [
  column("name", "File", "Name of the file or feed."),
  column("provider", "Source", "Source of the figures, as given at import."),
  column("importedAt", "Imported", "When it was first imported.", "date"),
  column("rowsRead", "Rows", "Rows read by the last import.", "amount"),
  column("accepted", "Accepted", "Figures or investments that the last import accepted.", "amount"),
  column("rowsRejected", "Rejected", "Rows that the last import rejected.", "amount"),
  column("values", "Figures", "Figures that are stored under it now.", "amount"),
  column("lastDay", "Days", "First and last day of these figures."),
  column("entities", "Entities", "Assets and tokens with these figures.", "amount"),
  column("by", "By", "Who imported it first, as far as the audit log says."),
  column("state", "State", "Whether its figures are stored, or were taken back."),
] as const;

const orders: readonly Order[] = importColumns.map(({ name }) => name);
export const defaultImportSort: Sort = { field: "importedAt", direction: "desc" };

/** The query of the list from its search parameters. An unknown order is the default one. */
export function importListQuery(search: TableSearch): ListInput {
  const { q, page = 1, perPage = DEFAULT_PER_PAGE } = search;
  const sort = searchSort(search) ?? defaultImportSort;
  const field = orders.find((name) => name === sort.field);
  return {
    search: q ?? null,
    sort:
      field === undefined
        ? { field: "importedAt", direction: "desc" }
        : { field, direction: sort.direction === "desc" ? "desc" : "asc" },
    page: Math.min(page, 100_000),
    perPage: Math.min(perPage, MOST_PER_PAGE),
  };
}

/** First and last day of stored figures, as text. */
export const daysOf = ({ firstDay, lastDay }: Pick<ListedImport, "firstDay" | "lastDay">): string | null =>
  firstDay === null || lastDay === null ? null : firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`;

const digits = (value: number | null) => (value === null ? null : String(value));

/** An import as a row of the list. */
export const importRow = (one: ListedImport): ResourceRow => ({
  id: one.id,
  name: one.name,
  provider: one.provider,
  importedAt: one.importedAt.slice(0, 10),
  rowsRead: digits(one.rowsRead),
  accepted: digits(one.accepted),
  rowsRejected: digits(one.rowsRejected),
  values: digits(one.values),
  lastDay: daysOf(one),
  entities: digits(one.entities),
  by: one.by,
  state: one.state,
});
