/** The error of invalid JSON with its line, or null. */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const said = error instanceof Error ? error.message : "";
    // Engines report an offset, a line or neither.
    const [, offset] = /position (\d+)/.exec(said) ?? [];
    const [, line] = /line (\d+)/.exec(said) ?? [];
    const at = line ?? (offset === undefined ? null : text.slice(0, Number(offset)).split("\n").length);
    return at === null ? "This is not valid JSON" : `This is not valid JSON: see line ${at}`;
  }
}
