import { formatQueryParams } from "@clickhouse/client-common";

/**
 * A statement for the embedded engine that says the values of its bound parameters to the connection first, as the
 * protocol of a server writes them. The driver's own way to bind holds back every other statement with values, on all
 * connections and until this one has ended: a file that takes minutes to write would keep every page waiting.
 * @throws Error for a parameter without a value: the connection would take that of an earlier statement, which may have
 * been another visitor's
 */
export function withParameters(sql: string, parameters: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(parameters).map(
    ([name, value]) => `param_${identifier(name)} = ${literal(formatQueryParams({ value }))}`,
  );
  // What is inserted without values is followed by rows, which may hold anything; a text that sets something may set values.
  if (said.length === 0 && /^(INSERT|SET) /.test(sql)) return sql;
  const named = [...sql.matchAll(/\{\s*(\w+)\s*:/g)].map(([, name = ""]) => name);
  const unbound = named.filter((name) => !Object.hasOwn(parameters, name));
  if (unbound.length > 0) throw new Error(`Parameters without a value: ${unbound.join(", ")}`);
  return said.length === 0 ? sql : `SET ${said.join(", ")};\n${sql}`;
}

/** Names of parameters are our own. */
function identifier(name: string): string {
  if (!/^\w+$/.test(name)) throw new Error(`No name of a parameter: ${name}`);
  return name;
}

/** Text as a literal of SQL. Beside the two characters that could end it, the engine takes a zero for the end of a statement. */
const literal = (text: string): string =>
  `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\0", "\\0")}'`;
