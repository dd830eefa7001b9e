import { useQuery } from "@tanstack/react-query";
import type { FieldReference } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import type { SelectOption } from "../../ui/controls/Select";
import { optionsOf, optionsQuery } from "../table/query/referenceOptions";

/** Slugs of the largest entities that a field refers to, with their names; none until they are known. */
export function useReferenceValues(reference: FieldReference): readonly SelectOption[] {
  const { data } = useQuery(useTrpc().market.table.queryOptions(optionsQuery(reference, "")));
  return optionsOf(reference, data?.results ?? []);
}
