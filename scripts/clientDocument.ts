/** What the generators of the clients read of the OpenAPI document: the part of JSON Schema that it uses. */
export interface Schema {
  $ref?: string;
  title?: string;
  type?: string | string[];
  description?: string;
  enum?: readonly (string | number | boolean | null)[];
  const?: string | number | boolean | null;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  items?: Schema;
  prefixItems?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
}

export interface ClientDocument {
  components: { schemas: Readonly<Record<string, Schema>> };
}

/** What a client is told of an endpoint. */
export interface ClientEndpoint {
  path: string;
  /** Schema of a result; with its name, what no other endpoint answers. */
  answers: string | { readonly name: string };
  /** Schema of the page around its results; what has one is a file too. */
  page?: string;
}

/** Name of the schema that a reference is to. */
export const referredTo = (ref: string): string => ref.split("/").at(-1) ?? "unknown";

/** Resources whose rows can be listed and read one by one, with the schema of a row. */
export const rowResources = (endpoints: readonly ClientEndpoint[]): { name: string; row: string }[] =>
  endpoints
    .filter(({ path }) => /^\/\w+\/\{id\}$/.test(path))
    .map(({ path, answers }) => ({
      name: path.split("/")[1] ?? "",
      row: typeof answers === "string" ? answers : answers.name,
    }));

const ending = /(\/aggregates(\/timeseries)?|_timeseries)$/;

/** Endpoints that answer alike: what each is of, and its path. */
export const namedPaths = (endpoints: readonly ClientEndpoint[], answers: "AggregateRow" | "Series") =>
  endpoints
    .filter((endpoint) => endpoint.answers === answers)
    .map(({ path }) => [path.slice(1).replace(ending, ""), path.slice(1)] as const);

export const SERIES_OF =
  "What there are series of, each by what it is called after where `groupBy` is left out.";
