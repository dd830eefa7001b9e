import { formatQueryParams } from "@clickhouse/client-common";

/**
 * Prepends the values of bound parameters to a statement for the embedded engine, encoded as in the server
 * protocol. The driver's own binding blocks every other statement with values, on all connections, until this
 * one has ended: a file that takes minutes to write would block every page.
 * @throws Error for a parameter without a value: the connection would use that of an earlier statement,
 * possibly of another visitor
 */
export function withParameters(sql: string, parameters: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(parameters).map(
    ([name, value]) => `param_${identifier(name)} = ${literal(formatQueryParams({ value }))}`,
  );
  // An INSERT without values is followed by rows with any content; a SET statement may set values itself.
  if (said.length === 0 && /^(INSERT|SET) /.test(sql)) return sql;
  const named = [...sql.matchAll(/\{\s*(\w+)\s*:/g)].map(([, name = ""]) => name);
  const unbound = named.filter((name) => !Object.hasOwn(parameters, name));
  if (unbound.length > 0) throw new Error(`Parameters without a value: ${unbound.join(", ")}`);
  return said.length === 0 ? sql : `SET ${said.join(", ")};\n${sql}`;
}

/** Parameter names are our own. */
function identifier(name: string): string {
  if (!/^\w+$/.test(name)) throw new Error(`No name of a parameter: ${name}`);
  return name;
}

/** A SQL string literal. Escapes NUL too, which the engine treats as the end of a statement. */
const literal = (text: string): string =>
  `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\0", "\\0")}'`;
