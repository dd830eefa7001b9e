import { resourceByName } from "#domain";
import { useStatus } from "../chartView/marketStatus";
import { FreshnessLine } from "../provenance/FreshnessLine";
import { PageHeader } from "../shell/PageHeader";
import type { TableFields } from "../table/loadTable";
import { ResourceTable } from "../table/ResourceTable";
import type { TableSearch } from "../table/tableSearch";
import { FileLinks } from "./FileLinks";
import { type ListName, listDescription, listSets } from "./listSets";

export interface ListPageProps {
  name: ListName;
  search: TableSearch;
  table: TableFields;
}

/** The list of a resource, made from its description. */
export function ListPage({ name, search, table }: ListPageProps) {
  const spec = listSets[name];
  const resource = resourceByName(spec.resource);
  return (
    <>
      <PageHeader
        title={resource?.label ?? name}
        description={listDescription(name)}
        actions={<FreshnessLine status={useStatus()} />}
      />
      <ResourceTable
        spec={spec}
        search={search}
        fields={table}
        actions={<FileLinks spec={spec} search={search} fields={table} />}
      />
    </>
  );
}
