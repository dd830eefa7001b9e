import { z } from "zod";
import type { CatalogIndex } from "#domain/resources";
import type { NewsItem } from "./news/newsItem";
import type { SourceDraft } from "./sources";

/** JSON values that are unchanged by storing and reading: no date, no bigint. */
export type Json = z.core.util.JSONType;

/**
 * A source that is read on a schedule: the `source` of the `source.ts` of a folder here. Its job, its
 * settings and their documentation are derived from it.
 */
export interface ScheduledSource<Settings extends z.ZodRawShape = z.ZodRawShape, Cursor extends Json = Json> {
  /** Name of its job; without the suffix, the provider of its figures. */
  name: `${string}.read`;
  /** Label of its job for administrators: `News feeds`. */
  label: string;
  kind: Exclude<SourceDraft["kind"], "file" | "sample">;
  /** One of its origins, as the start of a sentence in logs: `A news feed`. */
  oneOrigin: string;
  schedule: {
    /** In cron syntax, UTC. */
    pattern: string;
    /** Description of the pattern. */
    words: string;
  };
  /**
   * Environment variables with their types, defaults and descriptions. A value is printed as set, except
   * possible keys in its web addresses, so it is not transformed here. The name of a secret ends in
   * `_SECRET`.
   */
  settings: Settings;
  /**
   * The origins to read according to the settings; none disables the source. A failing origin does not affect
   * the others.
   */
  origins(settings: z.output<z.ZodObject<Settings>>): readonly Origin[];
  /**
   * Entities and metrics expected from the settings, named as in its figures. If the source has no valid
   * figure of one after an origin was read to its end, the reading fails, so that a spelling mistake is
   * noticed.
   */
  expected?(settings: z.output<z.ZodObject<Settings>>): readonly Partial<Pick<Figure, "entity" | "metric">>[];
  /** The end of a reading. A stored cursor that does not match the schema starts over. */
  cursor: z.ZodType<Cursor, Cursor>;
  /**
   * Reads from a cursor, as much as fits in memory, and returns the next one. It is called again until the
   * cursor does not change, so a cursor must not depend on the clock. Written values are committed with the
   * cursor: after a failure, the same rows are read again without effect.
   *
   * @throws HistoryChanged if values before the cursor have changed
   */
  read(request: SourceRequest<Settings, Cursor>, write: PageWriter): Promise<Cursor>;
  /**
   * The first day (`YYYY-MM-DD`) whose figures are removed when reading has to resume at an earlier cursor,
   * along with all rejected rows. A further rewind within one reading has to reach an earlier day. For
   * origins that write no title: they are found by their label.
   */
  rewind?(to: Cursor): string;
}

export interface Origin {
  /** A web address or a contract. It can contain a key, and is never shown. */
  address: string;
  /** A version of it for logs and readers. */
  name: string;
  /** Name of the source for readers, unless it has its own. */
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

/** Accepts values of a source. Invalid ones are quarantined with the reason, like rows of files. */
export interface PageWriter {
  /** One value of a metric on a day, named and written as in a file of our own layout. */
  figure(figure: Figure): void;
  article(article: NewsItem): void;
  /** The origin's own title. */
  title(label: string): void;
}

export interface Figure {
  entity: string;
  network?: string;
  metric: string;
  date: string;
  value: number | string;
}

/** Values before the cursor have changed: reading resumes at an earlier one. */
export class HistoryChanged extends Error {
  constructor(readonly to: Json) {
    super("The history of the source has changed.");
  }
}

/** Infers the types of settings and cursor. */
export const scheduledSource = <Settings extends z.ZodRawShape, Cursor extends Json>(
  source: ScheduledSource<Settings, Cursor>,
): ScheduledSource<Settings, Cursor> => source;

/** The provider of its figures from any origin: as named in SOURCE_PRECEDENCE and stored in rows. */
export const providerOf = ({ name }: Pick<ScheduledSource, "name">): string => name.replace(/\.read$/, "");

/** @param settings of the product, including its own */
export const originsOf = (source: ScheduledSource, settings: object): readonly Origin[] =>
  source.origins(settingsOf(source, settings));

export const settingsOf = ({ settings: shape }: ScheduledSource, settings: object): Record<string, unknown> =>
  z.object(shape).parse(settings);
