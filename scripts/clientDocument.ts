/** The part of the OpenAPI document that the client generators read: the subset of JSON Schema that it uses. */
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

/** An endpoint as a client sees it. */
export interface ClientEndpoint {
  path: string;
  /** Schema of a result; with its name if it is unique to the endpoint. */
  answers: string | { readonly name: string };
  /** Schema of the page around its results; paged endpoints are also files. */
  page?: string;
}

/** Name of the schema that a reference points to. */
export const referredTo = (ref: string): string => ref.split("/").at(-1) ?? "unknown";

/** Resources with a list and single rows, with the schema of a row. */
export const rowResources = (endpoints: readonly ClientEndpoint[]): { name: string; row: string }[] =>
  endpoints
    .filter(({ path }) => /^\/\w+\/\{id\}$/.test(path))
    .map(({ path, answers }) => ({
      name: path.split("/")[1] ?? "",
      row: typeof answers === "string" ? answers : answers.name,
    }));

const ending = /(\/aggregates(\/timeseries)?|_timeseries)$/;

/** Endpoints with the same response: the resource and path of each. */
export const namedPaths = (endpoints: readonly ClientEndpoint[], answers: "AggregateRow" | "Series") =>
  endpoints
    .filter((endpoint) => endpoint.answers === answers)
    .map(({ path }) => [path.slice(1).replace(ending, ""), path.slice(1)] as const);

export const SERIES_OF =
  "What there are series of, each by what it is called after where `groupBy` is left out.";
