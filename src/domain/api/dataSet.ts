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

/** A file of the data sets that are written once a day. */
export interface StoredFile {
  /** Its name, and the last part of its address. */
  file: string;
  format: string;
  bytes: number;
  sha256: string;
  /** Version of the market data that it was made of. */
  data_version: number;
}

/** A data set as it is kept: the same rows in each of its files. */
export interface StoredSet {
  slug: string;
  label: string;
  doc: string;
  /** What reading it needs. */
  permissions: readonly Permission[];
  rows: number;
  /** Its columns but for those of metrics. */
  columns: readonly { name: string; type: FieldType; unit: string | null }[];
  /** Metrics that each row carries besides; 0 for none. */
  metrics: number;
  files: readonly StoredFile[];
}

/** The newest data sets, and which older ones are kept. */
export interface StoredSets {
  /** The day on which it was written, which names it. */
  version: string;
  /** The newest day of its figures; null where there are none. */
  as_of: string | null;
  has_sample: boolean;
  sets: readonly StoredSet[];
  /** Newest first. */
  earlier: readonly string[];
}

/** The address of a file of a version, or of its manifest. */
export const storedFilePath = (version: string, file: string): string => `/export/stored/${version}/${file}`;
