/**
 * Item that a key focuses in a list of links or commands: arrows wrap around, Home and End go to the ends, a
 * letter to the next item that starts with it.
 *
 * @param focused index of the focused item; -1 for none
 * @returns the index of an item; null for other keys
 */
export function itemForKey(key: string, focused: number, labels: readonly string[]): number | null {
  const count = labels.length;
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (focused + 1) % count;
    case "ArrowUp":
      return focused <= 0 ? count - 1 : focused - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
  }
  if ([...key].length !== 1 || key.trim() === "") return null;
  const letter = key.toLowerCase();
  const ahead = labels.map((_, index) => (focused + 1 + index) % count);
  return ahead.find((index) => labels[index]?.trim().toLowerCase().startsWith(letter)) ?? null;
}
