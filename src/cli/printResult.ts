/** Prints a result as JSON, or as lines of text. */
export function printResult<Result>(
  result: Result,
  { json = false, linesOf }: { json?: boolean | undefined; linesOf: (result: Result) => Iterable<string> },
): void {
  if (json) console.log(JSON.stringify(result, null, 2));
  else for (const line of linesOf(result)) console.log(line);
}
