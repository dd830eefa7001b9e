/** A list in which one of its items stands some places further on. */
export function moved<Item>(items: readonly Item[], at: number, by: number): Item[] {
  const rest = items.filter((_, index) => index !== at);
  return [...rest.slice(0, at + by), ...items.slice(at, at + 1), ...rest.slice(at + by)];
}
