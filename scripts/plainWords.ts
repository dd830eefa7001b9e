/** Words that do not belong in identifiers, comments and titles of tests (docs/style-of-words.md). */
import { parse } from "@babel/parser";

/** Word → what to write instead. */
export const replacements: Readonly<Record<string, string>> = {
  anew: "again, or a precise verb (refetch, recreate, reload)",
  asked: "requested, or a precise verb",
  asks: "requests, or a precise verb",
  asleep: "not hydrated",
  awake: "hydrated",
  begun: "started",
  besides: "also",
  held: "locked, cached, stored or a precise verb",
  mend: "repair or fix",
  mends: "repairs or fixes",
  nobody: "no user, no visitor or no one",
  sleeps: "is not hydrated",
  somebody: "a user, a visitor or an administrator",
  spoken: "said, or a precise verb",
  tell: "report, return, show or distinguish",
  tells: "reports, returns, shows or distinguishes",
  told: "reported, returned, shown or notified",
  turn: "slot, attempt or iteration",
  turns: "slots, attempts or iterations",
  wakes: "hydrates",
  waysOut: "data exposure",
  whoever: "the user or visitor who",
};

const byWord = new Map(Object.entries(replacements).map(([word, advice]) => [word.toLowerCase(), advice]));

/** Names that are also in the API, the audit log or a column, and so cannot change. */
const fixedNames: ReadonlySet<string> = new Set(["heldBy"]);

export interface FoundWord {
  line: number;
  word: string;
  where: "identifier" | "comment" | "test title";
  advice: string;
}

interface SyntaxNode {
  type: string;
  loc?: { start: { line: number } };
  [property: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

/** `openPage_for` → open, page, for. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

/** The words of `replacements` in declared names, comments and titles of tests of one file. */
export function findWords(source: string, isJsx = false): FoundWord[] {
  const { program, comments } = parse(source, {
    sourceType: "module",
    plugins: ["typescript", ...(isJsx ? (["jsx"] as const) : [])],
  });
  const found: FoundWord[] = [];
  const check = (text: string, where: FoundWord["where"], line = 0) => {
    const words = where === "identifier" ? [...wordsOf(text), text.toLowerCase()] : wordsOf(text);
    for (const word of new Set(words)) {
      const advice = byWord.get(word);
      if (advice !== undefined) found.push({ line, word, where, advice });
    }
  };
  for (const comment of comments ?? []) check(comment.value, "comment", comment.loc?.start.line);
  visit(program, (node) => {
    const title = titleOf(node);
    if (title !== null) check(title, "test title", node.loc?.start.line);
    for (const { name, loc } of declaredNames(node)) {
      if (!fixedNames.has(String(name))) check(String(name), "identifier", loc?.start.line);
    }
  });
  return found.toSorted((a, b) => a.line - b.line);
}

function visit(node: unknown, report: (node: SyntaxNode) => void): void {
  if (!isNode(node)) return;
  report(node);
  for (const [name, value] of Object.entries(node)) {
    if (name.endsWith("omments")) continue;
    for (const child of Array.isArray(value) ? value : [value]) visit(child, report);
  }
}

const TEST_FUNCTIONS = ["describe", "it", "suite", "test"];

/** The title of a test or suite, also of `it.each(…)(…)`; null for any other node. */
function titleOf({ type, callee, arguments: values }: SyntaxNode): string | null {
  if (type !== "CallExpression") return null;
  let called = callee;
  while (isNode(called) && called.type !== "Identifier")
    called = called.callee ?? called.object ?? called.tag;
  if (!isNode(called) || !TEST_FUNCTIONS.includes(String(called.name))) return null;
  const [title] = Array.isArray(values) ? values : [];
  if (!isNode(title)) return null;
  if (title.type === "StringLiteral") return String(title.value);
  if (title.type !== "TemplateLiteral" || !Array.isArray(title.quasis)) return null;
  return title.quasis.map((part) => String(part.value.cooked)).join(" ");
}

/** The names that a node declares. Names of properties that it destructures belong to their declaration. */
function declaredNames(node: SyntaxNode): SyntaxNode[] {
  switch (node.type) {
    case "VariableDeclarator":
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return [node.id, ...(Array.isArray(node.params) ? node.params : [])].flatMap(boundNames);
    case "TSPropertySignature":
    case "TSMethodSignature":
    case "ClassProperty":
    case "ClassMethod":
      return [node.key, ...(Array.isArray(node.params) ? node.params : [])].flatMap(boundNames);
    default:
      return [];
  }
}

function boundNames(pattern: unknown): SyntaxNode[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case "Identifier":
      return [pattern];
    case "AssignmentPattern":
      return boundNames(pattern.left);
    case "RestElement":
      return boundNames(pattern.argument);
    case "ArrayPattern":
      return Array.isArray(pattern.elements) ? pattern.elements.flatMap(boundNames) : [];
    case "ObjectPattern":
      return (Array.isArray(pattern.properties) ? pattern.properties : []).flatMap((property: SyntaxNode) =>
        property.shorthand === true ? [] : boundNames(property.value ?? property.argument),
      );
    default:
      return [];
  }
}
