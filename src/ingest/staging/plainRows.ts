import { isUtf8 } from "node:buffer";
import { LARGEST_PLAUSIBLE, type Metric } from "#domain/metrics";
import type { Entity } from "./entityResolver";
import type { NumberFormat } from "./parseValue";
import { isJsonNumber, plainNumber } from "./plainNumber";
import { dayNumber, type StagedColumns } from "./stagedColumns";
import { TextIds } from "./textIds";

/** A cell with a value, and what is known of it before the row is read: null for what the row names. */
export interface ValueCell {
  at: number;
  entity: Entity | null;
  metric: Metric | null;
  format: NumberFormat;
}

/** The columns that say what the values of a row are. Values depend on nothing else of the file. */
export interface RowParts {
  /** Null if every cell has its own. */
  entity: number | null;
  network: number | null;
  metric: number | null;
  date: number;
  cells: readonly ValueCell[];
}

/** How the fields of a row are written: between delimiters, or as a JSON array. */
export type RowForm = { delimiter: string } | "json-rows";

export interface PlainRowsJob {
  parts: RowParts;
  /** Fields of a row. */
  columns: number;
  form: RowForm;
  staged: StagedColumns;
  /** Receives every line that is not plain. Values found in it are passed to `learn` before it returns. */
  onOther: (line: number, text: string) => void;
}

/** What a row names, as found by the reading of lines one by one. */
interface Named {
  entity: Entity;
  metric: Metric;
  date: string;
}

const [QUOTE, BACKSLASH, SPACE, COMMA, CR, OPEN, CLOSE, NULL] = [34, 92, 32, 44, 13, 91, 93, 110];

/** Whether numbers of a format that look plain are what they look like. */
const isPlainFormat = ({ decimal, thousands, missing }: NumberFormat) =>
  decimal === "." && thousands !== "." && missing.every((text) => !/[\d.]/.test(text));

/**
 * Reads rows from bytes, without text or objects for them: those that name an entity, a metric and a day in the same bytes as
 * an earlier row, with plain numbers within the bounds of their metrics. All other lines are passed on. What is an error,
 * and what a name means, is decided there alone.
 */
export class PlainRows {
  readonly #job: PlainRowsJob;
  readonly #delimiter: number;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** Fields of JSON that are texts. */
  readonly #isText: Uint8Array;
  readonly #networks = new Learned<Map<number, Entity>>();
  /** Tokens are known by the ids of both names. */
  readonly #entities = new Learned<Entity>(() => {
    this.#networks.values = [];
  });
  readonly #metrics = new Learned<Metric>();
  readonly #days = new Learned<number>();
  /** Ids of the names of the row that is read; 0 for none. */
  readonly #named = { entity: 0, network: 0, metric: 0, date: 0 };
  /** Whether the line that is passed on has the fields of a row, whose ids are known. */
  #canLearn = false;
  #rows = 0;

  private constructor(job: PlainRowsJob) {
    this.#job = job;
    this.#delimiter = job.form === "json-rows" ? -1 : job.form.delimiter.charCodeAt(0);
    this.#starts = new Int32Array(job.columns);
    this.#ends = new Int32Array(job.columns);
    this.#isText = new Uint8Array(job.columns);
  }

  /** Null if rows of this kind are never plain. */
  static of(job: PlainRowsJob): PlainRows | null {
    const isOneByte = job.form === "json-rows" || /^[\t -~]$/.test(job.form.delimiter);
    return isOneByte && job.parts.cells.every(({ format }) => isPlainFormat(format))
      ? new PlainRows(job)
      : null;
  }

  /**
   * Reads a block of whole lines in UTF-8.
   * @returns how many lines it has, and how many were read as rows here; null if none was, because any may be unusual
   */
  read(
    block: Buffer,
    { first, lineEnd }: { first: number; lineEnd: number },
  ): { lines: number; rows: number } | null {
    const isJson = this.#delimiter < 0;
    if ((!isJson && block.includes(QUOTE)) || !isUtf8(block)) return null;
    this.#rows = 0;
    let line = first;
    for (let from = 0; from <= block.length; line += 1) {
      const end = isJson ? this.#splitJson(block, from, lineEnd) : this.#split(block, from, lineEnd);
      // Complemented if the line has other fields than a row.
      const to = end < 0 ? ~end : end;
      if (end < 0 || !this.#take(block, line)) {
        this.#canLearn = end >= 0;
        this.#job.onOther(line, textOf(block, from, to, isJson));
        this.#canLearn = false;
      }
      from = to + 1;
    }
    return { lines: line - first, rows: this.#rows };
  }

  /** Remembers what the line passed on last names. */
  learn({ entity, metric, date }: Named): void {
    const { parts } = this.#job;
    const named = this.#named;
    if (!this.#canLearn || named.date === 0) return;
    this.#days.values[named.date] ??= dayNumber(date);
    if (parts.metric !== null && named.metric > 0) this.#metrics.values[named.metric] ??= metric;
    if (parts.entity === null || named.entity === 0) return;
    if (parts.network === null) this.#entities.values[named.entity] ??= entity;
    else if (named.network > 0) {
      this.#networks.values[named.network] ??= new Map();
      this.#networks.values[named.network]?.set(named.entity, entity);
    }
  }

  /** Takes the values of the row whose fields were found; false if it has to be read by its text. */
  #take(block: Buffer, line: number): boolean {
    const { parts, staged } = this.#job;
    const named = this.#named;
    named.date = this.#idAt(block, this.#days, parts.date);
    named.metric = parts.metric === null ? 0 : this.#idAt(block, this.#metrics, parts.metric);
    named.network = parts.network === null ? 0 : this.#idAt(block, this.#networks, parts.network);
    named.entity = parts.entity === null ? 0 : this.#idAt(block, this.#entities, parts.entity);
    const day = this.#days.values[named.date];
    const metric = parts.metric === null ? null : this.#metrics.values[named.metric];
    const entity = parts.entity === null ? null : this.#entityNamed();
    if (day === undefined || metric === undefined || entity === undefined) return false;
    const before = staged.count;
    for (const cell of parts.cells) {
      if (this.#takeCell(block, cell, line, day, entity, metric)) continue;
      staged.count = before;
      return false;
    }
    this.#rows += 1;
    return true;
  }

  #entityNamed(): Entity | undefined {
    const { entity, network } = this.#named;
    if (this.#job.parts.network === null) return this.#entities.values[entity];
    return this.#networks.values[network]?.get(entity);
  }

  #takeCell(
    block: Buffer,
    cell: ValueCell,
    line: number,
    day: number,
    entity: Entity | null,
    rowMetric: Metric | null,
  ): boolean {
    let start = this.#starts[cell.at] as number;
    let end = this.#ends[cell.at] as number;
    while (start < end && block[start] === SPACE) start += 1;
    while (start < end && block[end - 1] === SPACE) end -= 1;
    if (start === end) return true;
    if (this.#delimiter < 0 && this.#isText[cell.at] === 0 && !isJsonNumber(block, start, end)) return false;
    const written = plainNumber(block, start, end) * cell.format.scale;
    const metric = cell.metric ?? (rowMetric as Metric);
    if (!isWithinBounds(written, metric)) return false;
    // −0 is 0.
    const value = written === 0 ? 0 : written;
    this.#job.staged.push(line, cell.entity ?? (entity as Entity), metric.id, day, value);
    return true;
  }

  #idAt(block: Buffer, learned: Learned<unknown>, at: number): number {
    if (this.#delimiter < 0 && this.#isText[at] === 0) return 0;
    return learned.ids.idOf(block, this.#starts[at] as number, this.#ends[at] as number);
  }

  /** Finds the fields of a line between delimiters. Returns where the line ends, complemented unless it has all fields. */
  #split(block: Buffer, from: number, lineEnd: number): number {
    const { columns } = this.#job;
    const delimiter = this.#delimiter;
    const length = block.length;
    let column = 0;
    let start = from;
    let at = from;
    for (; at < length; at += 1) {
      const byte = block[at];
      if (byte === lineEnd) break;
      if (byte !== delimiter) continue;
      if (column < columns) {
        this.#starts[column] = start;
        this.#ends[column] = at;
      }
      column += 1;
      start = at + 1;
    }
    if (column !== columns - 1) return ~at;
    this.#starts[column] = start;
    this.#ends[column] = at > start && block[at - 1] === CR ? at - 1 : at;
    return at;
  }

  /** As `#split`, of a JSON array of texts, numbers without exponents and nulls. */
  #splitJson(block: Buffer, from: number, lineEnd: number): number {
    const { columns } = this.#job;
    const length = block.length;
    let at = from;
    const other = () => {
      const end = block.indexOf(lineEnd, at);
      return ~(end < 0 ? length : end);
    };
    if (block[at] !== OPEN) return other();
    for (let column = 0; column < columns; column += 1) {
      at += 1;
      if (block[at] === SPACE) at += 1;
      const isText = block[at] === QUOTE;
      const start = isText ? at + 1 : at;
      const end = isText ? endOfText(block, start) : endOfWord(block, start);
      if (end < 0) return other();
      this.#isText[column] = isText ? 1 : 0;
      this.#starts[column] = start;
      this.#ends[column] = end;
      at = isText ? end + 1 : end;
      if (!isText && !isJsonNumber(block, start, end)) {
        if (block[start] !== NULL || block.toString("latin1", start, end) !== "null") return other();
        this.#ends[column] = start;
      }
      if (block[at] !== (column === columns - 1 ? CLOSE : COMMA)) return other();
    }
    at += 1;
    return at === length || block[at] === lineEnd ? at : other();
  }
}

/** What texts at bytes mean, by their ids. */
class Learned<T> {
  values: (T | undefined)[] = [];
  readonly ids: TextIds;

  constructor(onClear: () => void = () => undefined) {
    this.ids = new TextIds(() => {
      this.values = [];
      onClear();
    });
  }
}

/** Where a text of JSON without escapes and control characters ends; -1 if it is another one. */
function endOfText(block: Buffer, start: number): number {
  for (let at = start; at < block.length; at += 1) {
    const byte = block[at] as number;
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH || byte < SPACE) return -1;
  }
  return -1;
}

function endOfWord(block: Buffer, start: number): number {
  for (let at = start; at < block.length; at += 1) {
    const byte = block[at] as number;
    if (byte === COMMA || byte === CLOSE) return at;
    if (byte <= SPACE) return -1;
  }
  return -1;
}

/** Whether a number is a value of a metric; not if it is NaN. */
function isWithinBounds(value: number, { least, most, isWhole }: Metric): boolean {
  return (
    Math.abs(value) <= LARGEST_PLAUSIBLE &&
    !(isWhole && !Number.isInteger(value)) &&
    !(least !== null && value < least) &&
    !(most !== null && value > most)
  );
}

/** The text of a line as it is read by itself: without the carriage return of Windows, which JSON keeps. */
function textOf(block: Buffer, from: number, to: number, isJson: boolean): string {
  const end = !isJson && to > from && block[to - 1] === CR ? to - 1 : to;
  return block.toString("utf8", from, end);
}
