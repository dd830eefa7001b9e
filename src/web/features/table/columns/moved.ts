/** A list with one item moved by a number of positions. */
export function moved<Item>(items: readonly Item[], at: number, by: number): Item[] {
  const rest = items.filter((_, index) => index !== at);
  return [...rest.slice(0, at + by), ...items.slice(at, at + 1), ...rest.slice(at + by)];
}
