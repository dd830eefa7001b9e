/** One row of every ingested or computed resource, for tests that read them. */
import { computedResources, type Field, ledgerResources } from "#domain/resources";
import type { MarketStore } from "#stores";

/** Sample data numbers its ids from 4,000,000,000. */
const LEDGER_ID = 4_012_345_678;
const TRANSACTION_ID = "1:0xabc:7";

const cellOf = ({ name, type, nullable, values }: Field, resource: string) => {
  if (name === "id") return type === "id" ? LEDGER_ID : TRANSACTION_ID;
  if (name === "slug") return `a-${resource}-row`;
  if (nullable) return null;
  switch (type) {
    case "id":
      return 57;
    case "number":
      return 1;
    case "amount":
      return "1.5";
    case "boolean":
      return false;
    case "date":
      return "2026-02-03";
    case "datetime":
      return "2026-02-03 12:00:00";
    case "enum":
      return values?.[0] ?? "";
    case "ids":
    case "strings":
      return [];
    default:
      return "text";
  }
};

export async function addLedgerRows(store: MarketStore): Promise<void> {
  for (const { table, slug, fields } of [...ledgerResources, ...computedResources]) {
    const row = Object.fromEntries(fields.map((field) => [field.name, cellOf(field, slug)]));
    await store.insert(table, [{ ...row, version: 1 }]);
  }
}
