import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { FieldMeta } from "#domain/api";
import type { Filter } from "#domain/query";
import { useTrpc } from "../../../rpc/useTrpc";
import { Spinner } from "../../../ui/display/Spinner";
import { metaOptions } from "../query/loadTable";

export interface OfferedFieldsProps {
  resource: string;
  children: (fields: readonly FieldMeta[]) => ReactNode;
}

/** Renders its content with the fields of a resource, which are fetched on demand. */
export function OfferedFields({ resource, children }: OfferedFieldsProps) {
  const { data } = useQuery(metaOptions(useTrpc(), resource));
  return data ? children(data.fields) : <Spinner />;
}

export interface OfferedColumnsProps {
  resource: string;
  /** The page's filter on the rows; null for all. */
  filter: Filter | null;
  children: (fields: readonly FieldMeta[], empty: readonly string[]) => ReactNode;
}

/**
 * `OfferedFields` with the names of the fields without a value in any row. If these cannot be fetched, all
 * fields are offered.
 */
export function OfferedColumns({ resource, filter, children }: OfferedColumnsProps) {
  const { market } = useTrpc();
  const empty = useQuery(market.emptyColumns.queryOptions({ resource, filter }));
  return empty.isPending ? (
    <Spinner />
  ) : (
    <OfferedFields resource={resource}>{(fields) => children(fields, empty.data ?? [])}</OfferedFields>
  );
}
