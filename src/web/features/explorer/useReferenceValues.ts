import { useQuery } from "@tanstack/react-query";
import type { FieldReference } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import type { SelectOption } from "../../ui/controls/Select";
import { optionsOf, optionsQuery } from "../table/query/referenceOptions";

/** Slugs and names of the largest entities that a field refers to; empty while loading. */
export function useReferenceValues(reference: FieldReference): readonly SelectOption[] {
  const { data } = useQuery(useTrpc().market.table.queryOptions(optionsQuery(reference, "")));
  return optionsOf(reference, data?.results ?? []);
}
