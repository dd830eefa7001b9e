/** A text with its matches marked. `ranges` are pairs of offsets. */
export function Highlighted({ text, ranges }: { text: string; ranges: readonly number[] }) {
  const parts: { text: string; matched: boolean; from: number }[] = [];
  let end = 0;
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    const [from, to] = [ranges[i] ?? 0, Math.min(ranges[i + 1] ?? 0, text.length)];
    if (from > end) parts.push({ text: text.slice(end, from), matched: false, from: end });
    if (to > from) parts.push({ text: text.slice(from, to), matched: true, from });
    end = Math.max(end, to);
  }
  if (end < text.length) parts.push({ text: text.slice(end), matched: false, from: end });
  return parts.map((part) =>
    part.matched ? (
      <mark key={part.from} className="bg-transparent font-semibold text-accent">
        {part.text}
      </mark>
    ) : (
      <span key={part.from}>{part.text}</span>
    ),
  );
}
