import { z } from "zod";
import type { CatalogIndex } from "#domain";
import type { NewsItem } from "./news/newsItem";
import type { SourceDraft } from "./sources";

/** What can be stored as JSON and read again as it was: no date, no bigint. */
export type Json = z.core.util.JSONType;

/**
 * All there is to a source that is read on a schedule: the `source` of the `source.ts` of a folder here. Its job, its settings
 * and their documentation follow.
 */
export interface ScheduledSource<Settings extends z.ZodRawShape = z.ZodRawShape, Cursor extends Json = Json> {
  /** Of its job; without its ending, of the provider of its figures. */
  name: `${string}.read`;
  /** Of its job, for administrators: `News feeds`. */
  label: string;
  kind: Exclude<SourceDraft["kind"], "file" | "sample">;
  /** One of its origins in words, as the log begins a sentence: `A news feed`. */
  oneOrigin: string;
  schedule: {
    /** As cron has it, in UTC. */
    pattern: string;
    /** The same in words. */
    words: string;
  };
  /**
   * Environment variables with their types, defaults and descriptions. A value is printed as it was set, but for
   * what may be a key in its web addresses, so it is not transformed here. The name of a secret ends in `_SECRET`.
   */
  settings: Settings;
  /** What the settings have it read; none turns it off. One that fails costs the others nothing. */
  origins(settings: z.output<z.ZodObject<Settings>>): readonly Origin[];
  /**
   * Entities and metrics that the settings have it report, named as in its figures. If the source has no valid figure of one
   * once an origin was read to its end, the reading fails: a spelling mistake would lose it unnoticed.
   */
  expected?(settings: z.output<z.ZodObject<Settings>>): readonly Partial<Pick<Figure, "entity" | "metric">>[];
  /** Where a reading ended. A stored one that no longer fits starts over. */
  cursor: z.ZodType<Cursor, Cursor>;
  /**
   * Reads on from a cursor, as much as fits in memory, and answers the next one. It is called again until the cursor
   * stays where it was, so a cursor must not follow the clock. What was written is committed with the cursor: after a
   * failure, the same rows are read once more, and change nothing.
   *
   * @throws HistoryChanged where what was read before the cursor is no longer so
   */
  read(request: SourceRequest<Settings, Cursor>, write: PageWriter): Promise<Cursor>;
  /**
   * The first day (`YYYY-MM-DD`) whose figures are removed where reading has to resume at an earlier cursor, with all rows
   * that were refused. A further rewind within one reading has to reach an earlier day. For origins that write no title:
   * they are found by their label.
   */
  rewind?(to: Cursor): string;
}

export interface Origin {
  /** What is read: a web address, a contract. It may hold a key, and is never shown. */
  address: string;
  /** The same for logs and readers. */
  name: string;
  /** What readers see as the source, unless it has a name for itself. */
  label: string;
}

export interface SourceRequest<Settings extends z.ZodRawShape, Cursor extends Json> {
  origin: Origin;
  /** Null before the first reading. */
  cursor: Cursor | null;
  settings: z.output<z.ZodObject<Settings>>;
  catalog: CatalogIndex;
  now: Date;
}

/** Takes what a source says. What does not fit is quarantined with its reason, as rows of files are. */
export interface PageWriter {
  /** One value of a metric on a day, named and written as in a file of our own layout. */
  figure(figure: Figure): void;
  article(article: NewsItem): void;
  /** What the origin calls itself. */
  title(label: string): void;
}

export interface Figure {
  entity: string;
  network?: string;
  metric: string;
  date: string;
  value: number | string;
}

/** What was read before the cursor is no longer so: reading resumes at an earlier one. */
export class HistoryChanged extends Error {
  constructor(readonly to: Json) {
    super("The history of the source has changed.");
  }
}

/** Keeps the types of settings and cursor together. */
export const scheduledSource = <Settings extends z.ZodRawShape, Cursor extends Json>(
  source: ScheduledSource<Settings, Cursor>,
): ScheduledSource<Settings, Cursor> => source;

/** The provider of its figures, whatever their origin: as SOURCE_PRECEDENCE names it, and rows keep it. */
export const providerOf = ({ name }: Pick<ScheduledSource, "name">): string => name.replace(/\.read$/, "");

/** @param settings of the product, its own among them */
export const originsOf = (source: ScheduledSource, settings: object): readonly Origin[] =>
  source.origins(settingsOf(source, settings));

export const settingsOf = ({ settings: shape }: ScheduledSource, settings: object): Record<string, unknown> =>
  z.object(shape).parse(settings);
