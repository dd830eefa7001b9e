import { RateLimitedError, UnavailableError, UnprocessableError } from "#domain/errors";
import type { Download } from "./download";
import type { DownloadLimits } from "./downloadLimits";
import { inGigabytes } from "./writeRowFile";

/** A file in progress. */
export interface Making {
  owner: string;
  question: string;
  /** Written so far. */
  bytes: number;
}

/** Whether files have a place and room beside those that are there and being made. */
export interface DownloadRoom {
  /** @throws RateLimitedError where the owner has as many files as it may */
  requirePlace(wanted: Pick<Making, "owner" | "question">): void;
  /**
   * Reserves space for bytes to be written.
   * @throws UnprocessableError if the file is larger than its owner's quota, RateLimitedError if the owner's
   * files use up the quota, UnavailableError if all files use up the total
   */
  take(making: Making, bytes: number): void;
}

export interface DownloadRoomOptions {
  limits: DownloadLimits;
  now: () => number;
  kept: () => readonly Download[];
  makings: () => readonly Making[];
}

export function createDownloadRoom({ limits, now, kept, makings }: DownloadRoomOptions): DownloadRoom {
  const ownerBytes = limits.totalBytes * limits.ownerShare;
  const nextEnd = (some: readonly Download[]) => {
    const ends = some.map(({ expires_at }) => Date.parse(expires_at));
    return Math.max(1, Math.ceil((Math.min(...ends, now() + limits.keptMs) - now()) / 1000));
  };
  // A former file of the same request is replaced.
  const keptFor = ({ owner, question }: Pick<Making, "owner" | "question">) =>
    kept().filter((one) => one.owner === owner && one.question !== question);
  const madeFor = (owner: string) => makings().filter((one) => one.owner === owner);
  return {
    requirePlace: (wanted) => {
      const own = keptFor(wanted);
      if (own.length + madeFor(wanted.owner).length < limits.filesPerOwner) return;
      throw new RateLimitedError(
        `You have reached the limit of ${limits.filesPerOwner} download links. ${
          own.length === 0
            ? "Try again when their files are ready."
            : "Try again when the oldest one expires, or download without a link."
        }`,
        own.length === 0 ? 60 : nextEnd(own),
      );
    },
    take: (making, bytes) => {
      if (making.bytes + bytes > ownerBytes) {
        throw new UnprocessableError(
          `The file would exceed ${inGigabytes(ownerBytes)}, the limit for your download links. Narrow the filter or request fewer fields.`,
        );
      }
      const own = keptFor(making);
      if (sumOf([...own, ...madeFor(making.owner)]) + bytes > ownerBytes) {
        throw new RateLimitedError(
          `Your download links would exceed their limit of ${inGigabytes(ownerBytes)}. Try again later, or download without a link.`,
          own.length === 0 ? 60 : nextEnd(own),
        );
      }
      if (sumOf([...kept(), ...makings()]) + bytes > limits.totalBytes) {
        throw new UnavailableError(
          "This server has no space for more download links. Try again later, or download without a link.",
          { retryAfter: nextEnd(kept()) },
        );
      }
      making.bytes += bytes;
    },
  };
}

const sumOf = (some: readonly { bytes: number }[]): number => some.reduce((sum, { bytes }) => sum + bytes, 0);
