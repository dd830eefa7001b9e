import type { ResourceRow } from "#domain/api";
import { FactList, type FactListProps } from "../resourceList/FactList";
import { DocumentLink } from "./DocumentLink";
import { documentOf } from "./factParts";
import { sourceFact } from "./sourceFact";

export interface StatedFactsProps extends Pick<FactListProps, "row" | "fields"> {
  /** Evidence about the asset, newest first. */
  facts: readonly ResourceRow[];
}

/**
 * Facts of an asset, each with its source document. Facts without a document come from the asset's line in
 * the catalog.
 */
export const StatedFacts = ({ row, fields, facts }: StatedFactsProps) => (
  <FactList
    resource="assets"
    row={row}
    fields={fields}
    evidenceOf={(field) => sourceFact(field, row, facts)?.id}
    below={(field) => {
      const fact = sourceFact(field, row, facts);
      return fact && <DocumentLink document={documentOf(fact)} address={String(fact.source_url)} />;
    }}
  />
);
