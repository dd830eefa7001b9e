import type { Permission } from "../permissions";
import type { FieldType } from "../resources/resource";

/** A resource as a file of it: what there is to download. */
export interface DataSet {
  /** Of the resource, and of its files. */
  slug: string;
  label: string;
  doc: string;
  /** What reading its rows needs. */
  permission: Permission;
  rows: number;
  fields: readonly { name: string; type: FieldType }[];
  /** Metrics that each row carries besides; 0 for none. */
  metrics: number;
}
