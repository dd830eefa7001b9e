import { FORMULA_START } from "#domain";

/** A text column that no spreadsheet takes for a formula: `neutralText` in SQL. */
export const neutralTextSql = (sql: string): string =>
  `if(match(${sql}, '^[${FORMULA_START.replaceAll("\\", "\\\\")}]'), concat('\\'', ${sql}), ${sql})`;
