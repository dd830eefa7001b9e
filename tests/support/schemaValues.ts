/** Values generated from a JSON Schema: valid and invalid ones. */
import fc from "fast-check";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Schema = { readonly [key: string]: Json };

const asSchema = (value: Json | undefined): Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
const asList = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** The target of a `$ref` within a document. */
export const resolved = (document: Schema, schema: Schema): Schema =>
  typeof schema.$ref === "string"
    ? schema.$ref
        .split("/")
        .slice(1)
        .reduce<Schema>((node, part) => asSchema(node[part]), document)
    : schema;

/** Generators of properties that need special values, by name. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Valid values of a schema of a document. */
export function fitting(
  document: Schema,
  schema: Schema,
  known: Known = {},
  depth = 3,
): fc.Arbitrary<unknown> {
  const one = resolved(document, schema);
  const within = (inner: Json | undefined) => fitting(document, asSchema(inner), known, depth - 1);
  if (one.enum !== undefined) return fc.constantFrom(...asList(one.enum));
  if (one.const !== undefined) return fc.constant(one.const);
  if (one.anyOf !== undefined) {
    // Recursive schemas come first: they terminate.
    const choices = asList(one.anyOf);
    return fc.oneof(...(depth > 0 ? choices : choices.slice(-1)).map(within));
  }
  const types = Array.isArray(one.type) ? one.type : [one.type ?? "string"];
  return fc.oneof(...types.map((type) => ofType(String(type), one, known, within)));
}

function ofType(
  type: string,
  { properties, required, items, minimum = 0, maximum = 100, minLength = 0, format }: Schema,
  known: Known,
  within: (schema: Json | undefined) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "object": {
      const names = Object.keys(asSchema(properties));
      const parts = names.map((name) => [name, known[name] ?? within(asSchema(properties)[name])] as const);
      return fc.record(Object.fromEntries(parts), { requiredKeys: asList(required).map(String) });
    }
    case "array":
      return fc.array(within(items), { maxLength: 3 });
    case "integer":
      return fc.integer({ min: Number(minimum), max: Number(maximum) });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return format === "date"
        ? fc
            .date({ min: new Date("1950-01-01"), max: new Date("2050-01-01"), noInvalidDate: true })
            .map((date) => date.toISOString().slice(0, 10))
        : fc.string({ minLength: Number(minLength), maxLength: 30 });
  }
}

/** Values of a type that no part of a request has, or of no valid type. */
const odd = fc.constantFrom<unknown>({ x: 1 }, [[]], 0.5, "\u00fc", [{}]);

/** Values with one part of a wrong type, at any depth. */
export const spoiled = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(values, fc.nat(), odd).map(([value, at, other]) => {
    const places = placesIn(value);
    return replaced(value, places[at % places.length] ?? [], other);
  });

type Place = readonly (string | number)[];

const placesIn = (value: unknown, at: Place = []): Place[] => [
  at,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]))
    : []),
];

function replaced(value: unknown, [first, ...rest]: Place, by: unknown): unknown {
  if (first === undefined) return by;
  if (Array.isArray(value))
    return value.map((one, at) => (at === Number(first) ? replaced(one, rest, by) : one));
  if (typeof value !== "object" || value === null) return by;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === first ? replaced(inner, rest, by) : inner]),
  );
}
