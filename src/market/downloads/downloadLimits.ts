/** Limits of creating and storing downloads. */
import { DAY_MS } from "#domain/days";

export interface DownloadLimits {
  /** How long a file is kept. */
  keptMs: number;
  /** Total size, and size of one file. */
  totalBytes: number;
  fileBytes: number;
  /** Files of one owner, those that are being made among them. */
  filesPerOwner: number;
  /** Part of `totalBytes` that the files of one owner may take, above 0 and up to 1. */
  ownerShare: number;
  /** Space that downloads leave on the disk. */
  freeBytes: number;
  /** How long making one may take. */
  makeMs: number;
  /** Age up to which a file answers the same request although the data has changed since. */
  reuseMs: number;
}

export const downloadLimits: DownloadLimits = {
  keptMs: DAY_MS,
  totalBytes: 5_000_000_000,
  fileBytes: 2_000_000_000,
  filesPerOwner: 10,
  ownerShare: 0.25,
  freeBytes: 1_000_000_000,
  makeMs: 600_000,
  reuseMs: 900_000,
};
