import type { AggregateRow, EntityKind, EntityType, FieldName, Filter, ResourceRow } from "#domain";
import type { PageSearch } from "../../features/chartView/pageSearch";
import type { TableFields } from "../../features/table/query/loadTable";
import type { TableSpec } from "../../features/table/query/tableQuery";
import type { SubjectQuery } from "../../rpc/marketQueries";
import type { RouterContext } from "../../rpc/routerContext";

/** What a screen is about. */
export interface Subject {
  /** Its own slug, where the address names it by one; null elsewhere. */
  slug: string | null;
  /** As it stands before a colon: "Stablecoins: value by asset". */
  name: string;
  description: string | null;
  /** Which tokens its figures are about; null for all. */
  filter: Filter<FieldName<"tokens">> | null;
  /** Its figures; undefined where nothing is known of it. */
  row: ResourceRow | AggregateRow | undefined;
  /** Day on which its figures stopped; null while they come. */
  endedDate: string | null;
}

/** What is about whole assets: its filter suits them as well. */
export interface AssetsSubject extends Subject {
  filter: Filter<FieldName<"tokens"> & FieldName<"assets">> | null;
}

/** An entity whose figures can be explained. */
export interface EntitySubject extends Subject {
  kind: EntityType;
  id: number;
}

/** A row of a resource that has a page of its own, with its facts. */
export interface FactSubject extends Subject {
  kind: EntityKind;
  row: ResourceRow;
}

/** Such a row, named by the address. */
export interface RecordSubject extends FactSubject {
  slug: string;
}

/** An entity of the catalog with figures and its facts. */
export interface KnownSubject extends EntitySubject {
  row: ResourceRow;
}

/** Such an entity, named by the address. */
export interface ProfileSubject extends KnownSubject {
  slug: string;
}

/** What a loader and a page know of the address. */
export interface SubjectRequest {
  api: Pick<RouterContext, "queryClient" | "trpc" | "scopedTrpc" | "user">;
  /** Of the entity that the address names; blank for a screen without one. */
  slug: string;
  search: PageSearch;
}

/** Where the subject of a screen is found, and how it is read there; null where the address names nothing. */
export type SubjectSource<S extends Subject> =
  | { from: "row"; query: (slug: string) => SubjectQuery; read: (row: Subject["row"]) => S | null }
  | { from: "table"; spec: TableSpec; grouped?: TableSpec; read: (fields: TableFields) => S | null };

/** The table of a source that an address asks for: of its rows, or of the groups that they belong to. */
export const tableOf = (
  { spec, grouped }: { spec: TableSpec; grouped?: TableSpec },
  { group }: PageSearch,
): TableSpec => (group === undefined ? spec : (grouped ?? spec));
