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
  /** Schema of a result. */
  answers: string;
  /** Schema of the page around its results; what has one is a file too. */
  page?: string;
}

/** Name of the schema that a reference is to. */
export const referredTo = (ref: string): string => ref.split("/").at(-1) ?? "unknown";

/** Resources whose rows can be listed and read one by one, with the schema of a row. */
export const rowResources = (endpoints: readonly ClientEndpoint[]): { name: string; row: string }[] =>
  endpoints
    .filter(({ path }) => /^\/\w+\/\{id\}$/.test(path))
    .map(({ path, answers }) => ({ name: path.split("/")[1] ?? "", row: answers }));
