import type { CellValue, NestedValue, ResourceRow } from "#domain/api";
import { type Field, type FieldValue, fieldByName, type NestedPart, type Resource } from "#domain/resources";
import type { Selection } from "../query/selectColumns";

/** All fields to read for a selection: the requested ones, and those of nested parts. */
export function fieldsRead(resource: Resource, { fields, nested }: Selection): readonly Field[] {
  const sources = nested.flatMap(sourcesOf).flatMap((name) => fieldByName(resource, name) ?? []);
  return [...new Set([...fields, ...sources])];
}

const sourcesOf = (part: NestedPart): readonly string[] => {
  switch (part.kind) {
    case "object":
      return Object.values(part.parts);
    case "copy":
      return [part.of];
    case "rows":
      return [];
  }
};

/**
 * A row in the requested shape, from the values of `fieldsRead` by name. `addNestedRows` adds nested rows.
 */
export function shapeRow(
  { fields, fieldAliases, nested }: Pick<Selection, "fields" | "fieldAliases" | "nested">,
  values: Readonly<Record<string, unknown>>,
): ResourceRow {
  const row: Record<string, unknown> = {};
  for (const { name } of fields) row[name] = values[name];
  for (const { alias, name } of fieldAliases) row[alias] = values[name];
  for (const part of nested) {
    const cell = nestedCell(part, values);
    if (cell !== undefined) row[part.name] = cell;
  }
  return row as ResourceRow;
}

function nestedCell(part: NestedPart, values: Readonly<Record<string, unknown>>): CellValue | undefined {
  switch (part.kind) {
    case "copy": {
      const value = values[part.of] as FieldValue;
      return part.isNumber && typeof value === "string" ? Number(value) : value;
    }
    case "object": {
      const entries = Object.entries(part.parts).map(([key, name]) => [key, values[name] ?? null] as const);
      return entries.every(([, value]) => value === null)
        ? null
        : (Object.fromEntries(entries) as NestedValue);
    }
    case "rows":
      return undefined;
  }
}
