import { createHash } from "node:crypto";
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

  /**
   * Identifies a statement with the values that are bound so far. A result that is remembered under its request would be
   * computed by the statement of an earlier data version where that is compared, though names and days in it have changed.
   */
  identify(sql: string): string {
    const values = JSON.stringify(this.parameters, (_, value) =>
      typeof value === "bigint" ? `${value}n` : value,
    );
    return createHash("sha1").update(`${sql}\n${values}`).digest("base64url");
  }
}
