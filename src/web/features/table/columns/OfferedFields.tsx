import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { FieldMeta } from "#domain";
import { useTrpc } from "../../../rpc/useTrpc";
import { Spinner } from "../../../ui/display/Spinner";
import { metaOptions } from "../query/loadTable";

export interface OfferedFieldsProps {
  resource: string;
  children: (fields: readonly FieldMeta[]) => ReactNode;
}

/** What is made of every field of a resource, which is fetched as it is shown. */
export function OfferedFields({ resource, children }: OfferedFieldsProps) {
  const { data } = useQuery(metaOptions(useTrpc(), resource));
  return data ? children(data.fields) : <Spinner />;
}
