import type { FieldType } from "../resources/resource";
import type { Permission } from "../vocabulary/permissions";

/** A resource that is available for download. */
export interface DataSet {
  /** Slug of the resource and of its files. */
  slug: string;
  label: string;
  doc: string;
  /** Permission for reading its rows. */
  permission: Permission;
  rows: number;
  fields: readonly { name: string; type: FieldType }[];
  /** Number of metrics in each row, in addition to its columns; 0 for none. */
  metrics: number;
}

/** One file of the nightly data sets. */
export interface StoredFile {
  /** File name, which is also the last segment of its URL. */
  file: string;
  format: string;
  bytes: number;
  sha256: string;
  /** Version of the market data from which it was created. */
  data_version: number;
}

/** A stored data set. Each of its files has the same rows. */
export interface StoredSet {
  slug: string;
  label: string;
  doc: string;
  /** Permissions for reading it. */
  permissions: readonly Permission[];
  rows: number;
  /** Columns without those of metrics. */
  columns: readonly { name: string; type: FieldType; unit: string | null }[];
  /** Number of metrics in each row, in addition to its columns; 0 for none. */
  metrics: number;
  files: readonly StoredFile[];
}

/** The latest data sets and the earlier versions that are retained. */
export interface StoredSets {
  /** Day on which it was written; also its name. */
  version: string;
  /** Latest day of its figures; null if it has none. */
  as_of: string | null;
  has_sample: boolean;
  sets: readonly StoredSet[];
  /** Newest first. */
  earlier: readonly string[];
}

/** Path of a file of a version, or of its manifest. */
export const storedFilePath = (version: string, file: string): string => `/export/stored/${version}/${file}`;
