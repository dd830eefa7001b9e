import type { SqlParameters } from "#stores";

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
