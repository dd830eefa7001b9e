/** Validates responses of the data API against its OpenAPI document. Undescribed properties are errors. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type Node = { readonly [key: string]: Json };

export interface ResponseChecks {
  /** Deviations of the response to `GET path` from the document; empty if there are none. */
  problemsOf(path: string, answer: Response): Promise<string[]>;
  /** Deviations of a response outside all operations from the body of an error. */
  errorProblemsOf(answer: Response): Promise<string[]>;
  /** The documented statuses of an operation. */
  statusesOf(path: string): number[];
}

/** @param document the served OpenAPI document */
export function responseChecks(document: Node): ResponseChecks {
  const ajv = addFormats(
    new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      allErrors: true,
      // Compiles each schema once, without inlining references: inlining took longer than all checks.
      inlineRefs: false,
      code: { optimize: false },
    }),
  );
  ajv.addFormat("decimal", /^-?\d+(\.\d+)?$/);
  // The document is not a schema, but contains many.
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema({ $id: "api:document", ...closed(document, document) });

  const validate = (place: readonly string[], value: unknown): string[] => {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")));
    const check = ajv.getSchema(`api:document#/${pointer.join("/")}`);
    if (check === undefined) return [`nothing is described at ${place.join(" ")}`];
    if (check(value) === true) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || "the answer"} ${message} ${JSON.stringify(params)}`,
    );
  };

  return {
    problemsOf: async (path, answer) => {
      const text = await answer.text();
      const operation = ["paths", path, "get", "responses", String(answer.status)];
      const place = referredBy(nodeAt(document, operation)) ?? operation;
      const described = nodeAt(document, place);
      if (described === undefined) return [`status ${answer.status} is not described`];
      const content = nodeAt(described, ["content"]);
      if (content === undefined) return text === "" ? [] : ["a body is not described"];
      const type = answer.headers.get("content-type")?.split(";")[0] ?? "none";
      if (content[type] === undefined) return [`content type ${type} is not described`];
      return validate([...place, "content", type, "schema"], isJson(type) ? JSON.parse(text) : text);
    },
    errorProblemsOf: async (answer) => {
      const type = answer.headers.get("content-type") ?? "none";
      if (!isJson(type)) return [`content type ${type} is not an error's`];
      return validate(["components", "schemas", "Error"], await answer.json());
    },
    statusesOf: (path) =>
      Object.keys(nodeAt(document, ["paths", path, "get", "responses"]) ?? {}).map(Number),
  };
}

const isJson = (type: string) => type.startsWith("application/json");

const isNode = (value: Json | undefined): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function nodeAt(node: Node, place: readonly string[]): Node | undefined {
  const [first, ...rest] = place;
  if (first === undefined) return node;
  const next = node[first];
  return isNode(next) ? nodeAt(next, rest) : undefined;
}

/** The target path of a `$ref`. */
const referredBy = (node: Node | undefined): string[] | undefined =>
  typeof node?.$ref === "string" ? node.$ref.split("/").slice(1) : undefined;

/**
 * The document with its open objects closed: clients skip unknown properties, the tests must not. The parts of an
 * `allOf` are closed as one.
 */
function closed(node: Node, document: Node, isPart = false): Node {
  const children = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, closedValue(value, document, key === "allOf")]),
  );
  if (isPart) return children;
  if (node.allOf !== undefined) return { ...children, type: "object", unevaluatedProperties: false };
  const isOpen = node.type === "object" && isNode(node.properties) && node.additionalProperties === undefined;
  return isOpen ? { ...children, unevaluatedProperties: false } : children;
}

function closedValue(value: Json, document: Node, isParts: boolean): Json {
  if (Array.isArray(value))
    return value.map((one: Json) =>
      closedValue(isParts ? referredNode(one, document) : one, document, isParts),
    );
  return isNode(value) ? closed(value, document, isParts) : value;
}

/** Inlines the target of a `$ref` in an `allOf`: there it is open. */
function referredNode(value: Json, document: Node): Json {
  const place = isNode(value) ? referredBy(value) : undefined;
  return (place && nodeAt(document, place)) ?? value;
}
