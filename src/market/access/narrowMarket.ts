import type { ReadScope } from "#domain";
import type { NarrowableReader, StatementReader } from "#stores";
import type { Market } from "../market";
import { narrowEntityNames, sizeOfNames } from "../query/entityNames";
import { tableConditions } from "./tableConditions";

/**
 * Restricts a market to a scope. Statements read only tables restricted to the scope, and cached results are
 * separate for each scope, regardless of the query.
 */
export function narrowMarket(whole: Market, scope: ReadScope, reader: NarrowableReader): Market {
  const store = narrowStore(async () => reader.within(await tableConditions(whole, scope)));
  const remember: Market["remember"] = ({ kind, key, ...request }) =>
    whole.remember({ ...request, kind: `${kind} within`, key: [scope.fingerprint, key] });
  const market: Market = {
    ...whole,
    store,
    scope,
    remember,
    narrowed: whole.narrowed,
    names: () =>
      remember({
        kind: "names",
        key: null,
        sizeOf: sizeOfNames,
        make: async () => {
          const [names, conditions] = await Promise.all([whole.names(), tableConditions(whole, scope)]);
          return narrowEntityNames(names, { store, scope, narrowed: new Set(Object.keys(conditions)) });
        },
      }),
  };
  return market;
}

/** A reader that is resolved on first use. */
const narrowStore = (reader: () => Promise<StatementReader>): StatementReader => ({
  rows: async (sql, parameters) => (await reader()).rows(sql, parameters),
  compactRows: async (sql, parameters) => (await reader()).compactRows(sql, parameters),
  writtenRows: async (sql, parameters) => (await reader()).writtenRows(sql, parameters),
  bytes: async (sql, format, parameters) => (await reader()).bytes(sql, format, parameters),
});
