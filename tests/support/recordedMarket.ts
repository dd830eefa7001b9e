import { createMarket, type Market } from "#market";
import type { MarketStore, StatementReader } from "#stores";

/** A market that records the statements it sends. `version` is that of its data, for tests that change it. */
export function recordedMarket(store: MarketStore): {
  market: Market;
  /** Statements since the previous call. */
  sent: () => string[];
  data: { version: number };
} {
  const statements: string[] = [];
  const data = { version: 1 };
  const { visitors } = store;
  const noting: StatementReader = {
    ...visitors,
    rows: (sql, parameters) => {
      statements.push(sql);
      return visitors.rows(sql, parameters);
    },
    compactRows: (sql, parameters) => {
      statements.push(sql);
      return visitors.compactRows(sql, parameters);
    },
    writtenRows: (sql, parameters) => {
      statements.push(sql);
      return visitors.writtenRows(sql, parameters);
    },
  };
  const market = createMarket({ store: { visitors: noting }, dataVersion: () => data.version });
  return { market, sent: () => statements.splice(0), data };
}
