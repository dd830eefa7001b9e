import { DAY_MS, timeOfDay } from "#domain/days";
import type { InsertedColumn } from "#stores";
import type { Entity } from "./entityResolver";

/** Values for a staging table (`STAGED_COLUMNS`), as columns of numbers, without an object for each of them. */
export class StagedColumns {
  /** Number of values. */
  count = 0;
  #room = 0;
  /** Two numbers for each line, the lower half first. */
  #lines = new Uint32Array(0);
  #assets = new Uint32Array(0);
  #listings = new Uint32Array(0);
  #metrics = new Uint32Array(0);
  #days = new Int32Array(0);
  #values = new Float64Array(0);

  /** @param day days since 1970 */
  push(line: number, entity: Entity, metricId: number, day: number, value: number): void {
    const at = this.count;
    if (at === this.#room) this.#grow(Math.max(1_024, 2 * at));
    this.#lines[2 * at] = line;
    this.#lines[2 * at + 1] = line / 2 ** 32;
    this.#assets[at] = entity.assetId;
    this.#listings[at] = entity.listingId;
    this.#metrics[at] = metricId;
    this.#days[at] = day;
    this.#values[at] = value;
    this.count = at + 1;
  }

  /** The values so far, which are removed from here. */
  take(): InsertedColumn[] {
    const { count } = this;
    const columns: InsertedColumn[] = [
      { name: "line", type: "UInt64", values: this.#lines.subarray(0, 2 * count) },
      { name: "asset_id", type: "UInt32", values: this.#assets.subarray(0, count) },
      { name: "token_id", type: "UInt32", values: this.#listings.subarray(0, count) },
      { name: "metric_id", type: "UInt32", values: this.#metrics.subarray(0, count) },
      { name: "date", type: "Date32", values: this.#days.subarray(0, count) },
      { name: "value", type: "Float64", values: this.#values.subarray(0, count) },
    ];
    this.count = 0;
    this.#grow(this.#room);
    return columns;
  }

  /** Makes room in new arrays, with the values so far. */
  #grow(room: number): void {
    const { count } = this;
    this.#room = room;
    this.#lines = grown(this.#lines, 2 * room, 2 * count);
    this.#assets = grown(this.#assets, room, count);
    this.#listings = grown(this.#listings, room, count);
    this.#metrics = grown(this.#metrics, room, count);
    this.#days = grown(this.#days, room, count);
    this.#values = grown(this.#values, room, count);
  }
}

function grown<T extends Uint32Array | Int32Array | Float64Array>(
  values: T,
  length: number,
  count: number,
): T {
  const larger = new (values.constructor as new (length: number) => T)(length);
  larger.set(values.subarray(0, count));
  return larger;
}

/** Days since 1970 of `YYYY-MM-DD`. */
export const dayNumber = (date: string): number => timeOfDay(date) / DAY_MS;
