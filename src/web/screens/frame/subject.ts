import type { AggregateRow, ResourceRow } from "#domain/api";
import type { Filter } from "#domain/query";
import type { EntityKind, EntityType, FieldName } from "#domain/resources";
import type { PageSearch } from "../../features/chartView/pageSearch";
import { pageMarksQuery } from "../../features/checks/checkMarks";
import type { TableFields } from "../../features/table/query/loadTable";
import type { TableSpec } from "../../features/table/query/tableQuery";
import type { SubjectQuery } from "../../rpc/marketQueries";
import type { RouterContext } from "../../rpc/routerContext";

/** The subject of a screen. */
export interface Subject {
  /** Its canonical slug, if it is part of the URL; null otherwise. */
  slug: string | null;
  /** Name before a colon: "Stablecoins: value by asset". */
  name: string;
  description: string | null;
  /** Filter on the tokens of its figures; null for all. */
  filter: Filter<FieldName<"tokens">> | null;
  /** Its figures; undefined if none are known. */
  row: ResourceRow | AggregateRow | undefined;
  /** Day on which its figures ended; null if they are current. */
  endedDate: string | null;
}

/** A subject that covers full assets, so that its filter also applies to them. */
export interface AssetsSubject extends Subject {
  filter: Filter<FieldName<"tokens"> & FieldName<"assets">> | null;
}

/** An entity whose figures can be explained. */
export interface EntitySubject extends Subject {
  kind: EntityType;
  id: number;
}

/** The entity that a subject is; null for subjects such as the whole market. */
export const entityOfSubject = (
  subject: Subject | EntitySubject,
): Pick<EntitySubject, "kind" | "id"> | null =>
  "kind" in subject && "id" in subject ? { kind: subject.kind, id: subject.id } : null;

/** Query for the checks that the current figures of a page break. */
export const marksQueryOf = (subject: Subject | EntitySubject | null, asOf: string | null) =>
  pageMarksQuery(subject && entityOfSubject(subject), asOf);

/** A row of a resource with its own page, with its facts. */
export interface FactSubject extends Subject {
  kind: EntityKind;
  row: ResourceRow;
}

/** Such a row, named by the URL. */
export interface RecordSubject extends FactSubject {
  slug: string;
}

/** An entity of the catalog with figures and its facts. */
export interface KnownSubject extends EntitySubject {
  row: ResourceRow;
}

/** Such an entity, named by the URL. */
export interface ProfileSubject extends KnownSubject {
  slug: string;
}

/** The parts of the URL for a loader and a page. */
export interface SubjectRequest {
  api: Pick<RouterContext, "queryClient" | "trpc" | "scopedTrpc" | "user">;
  /** Slug of the entity in the URL; blank for a screen without one. */
  slug: string;
  search: PageSearch;
}

/** Query for the subject of a screen, and its parser, which returns null for an unknown one. */
export type SubjectSource<S extends Subject> =
  | { from: "row"; query: (slug: string) => SubjectQuery; read: (row: Subject["row"]) => S | null }
  | { from: "table"; spec: TableSpec; grouped?: TableSpec; read: (fields: TableFields) => S | null };

/** The table that a URL requests: of the source's rows, or of their groups. */
export const tableOf = (
  { spec, grouped }: { spec: TableSpec; grouped?: TableSpec },
  { group }: PageSearch,
): TableSpec => (group === undefined ? spec : (grouped ?? spec));
