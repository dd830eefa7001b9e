import type { MarketStore } from "#stores";

/**
 * Has the process kill itself while the first statement that matches the pattern is under way. Statements are matched
 * as they are written; inserts of rows as `insert`, the table and the first of the rows.
 */
export function strikeAt(store: MarketStore, pattern: RegExp): void {
  const { run, insert, insertTabSeparated, insertColumns, seeing } = store;
  const strike = (text: string) => {
    if (pattern.test(text)) setTimeout(() => process.kill(process.pid, "SIGKILL"), 1);
  };
  store.run = (sql, parameters) => {
    strike(sql);
    return run(sql, parameters);
  };
  store.insert = (table, rows) => {
    strike(`insert ${table} ${JSON.stringify(rows).slice(0, 200)}`);
    return insert(table, rows);
  };
  store.insertTabSeparated = (table, columns, text) => {
    strike(`insert ${table}`);
    return insertTabSeparated(table, columns, text);
  };
  store.insertColumns = (table, columns) => {
    strike(`insert ${table}`);
    return insertColumns(table, columns);
  };
  store.seeing = (conditions) => {
    const other = seeing(conditions);
    strikeAt(other, pattern);
    return other;
  };
}
