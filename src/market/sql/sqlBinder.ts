import type { EntityType } from "#domain/resources";
import type { SqlParameters } from "#stores";

/** Whether any metric is known of an entity. */
export const hasFiguresSql = (id: string, type: EntityType | ""): string =>
  `${id} IN (SELECT entity_id FROM entity_metrics WHERE entity_type = '${type}')`;

/** Collects the values of one statement. Every value a client sends goes through here, never into the text. */
export class SqlBinder {
  readonly parameters: SqlParameters = {};
  private count = 0;

  /** Binds a value and returns its place in the statement. `type` is a ClickHouse type. */
  bind(type: string, value: unknown): string {
    const name = `p${this.count}`;
    this.count += 1;
    this.parameters[name] = value;
    return `{${name}:${type}}`;
  }
}
