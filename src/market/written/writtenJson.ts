/** JSON that the engine has written and that goes into an answer as it is: a metric with its changes, points of a series. */
export class WrittenJson {
  /**
   * @param text as JSON.stringify would write it
   * @param length number of items, for a list
   */
  constructor(
    readonly text: string,
    readonly length = 1,
  ) {}

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The text of an answer, the same as JSON.stringify makes, in which parts may be written already. */
export function writeJson(answer: unknown): string {
  // Rows have the same keys.
  const keys = new Map<string, string>();
  const keyText = (key: string): string => {
    const known = keys.get(key);
    if (known !== undefined) return known;
    const text = `${JSON.stringify(key)}:`;
    keys.set(key, text);
    return text;
  };
  const write = (value: unknown): string => {
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value !== "object") return typeof value === "boolean" ? `${value}` : numberText(value);
    if (value === null) return "null";
    if (value instanceof WrittenJson) return value.text;
    let text = "";
    if (Array.isArray(value)) {
      for (const item of value) text += text === "" ? write(item) : `,${write(item)}`;
      return `[${text}]`;
    }
    const members = value as Readonly<Record<string, unknown>>;
    for (const key in members) {
      const member = members[key];
      if (member === undefined) continue;
      text += (text === "" ? "" : ",") + keyText(key) + write(member);
    }
    return `{${text}}`;
  };
  return write(answer);
}

/** Values that are not finite are null. */
const numberText = (value: unknown) => (Number.isFinite(value) ? `${value}` : "null");
