import type { Field, FieldType } from "#domain/resources";

const types: Record<FieldType, string> = {
  id: "UInt32",
  slug: "String",
  string: "String",
  text: "String",
  url: "String",
  color: "String",
  number: "Float64",
  boolean: "Bool",
  date: "Date32",
  datetime: "DateTime('UTC')",
  enum: "LowCardinality(String)",
  ids: "Array(UInt32)",
  strings: "Array(String)",
  amount: "Decimal(76, 18)",
};

/** The ClickHouse column type of a described field. */
export function columnType({ type, nullable }: Pick<Field, "type" | "nullable">): string {
  if (!nullable || type === "ids" || type === "strings") return types[type];
  return type === "enum" ? "LowCardinality(Nullable(String))" : `Nullable(${types[type]})`;
}
