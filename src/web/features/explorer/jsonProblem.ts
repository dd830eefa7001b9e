/** What keeps a text from being JSON, with the line where it stops; null where it is. */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const said = error instanceof Error ? error.message : "";
    // Engines say where by an offset, by a line, or not at all.
    const [, offset] = /position (\d+)/.exec(said) ?? [];
    const [, line] = /line (\d+)/.exec(said) ?? [];
    const at = line ?? (offset === undefined ? null : text.slice(0, Number(offset)).split("\n").length);
    return at === null ? "This is not valid JSON" : `This is not valid JSON: see line ${at}`;
  }
}
