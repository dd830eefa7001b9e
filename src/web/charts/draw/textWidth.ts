export interface TextSize {
  /** In pixels. */
  size: number;
  /** Families, as CSS has them. */
  font: string;
}

/** Mean width of a letter, in parts of the text size: there is nothing to measure with on a server. */
const LETTER = 0.56;

let pen: CanvasRenderingContext2D | null | undefined;

/** How wide a line of text is, in pixels: measured in a browser, estimated elsewhere. */
export function textWidth(text: string, { size, font }: TextSize): number {
  if (pen === undefined)
    pen = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
  if (pen === null) return text.length * size * LETTER;
  pen.font = `${size}px ${font}`;
  return pen.measureText(text).width;
}

/** A text as it stands where it has room; else as much of it as there is room for. */
export function cutToWidth(text: string, { most, ...shape }: TextSize & { most: number }): string {
  if (textWidth(text, shape) <= most) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join("")}…`, shape) > most) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** A text in lines of words, at most so many; what has no room in the last is cut, as is a word wider than a line. */
export function wrapToWidth(
  text: string,
  { lines: most, ...shape }: TextSize & { most: number; lines: number },
): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    const isFull = lines.length > 0 && textWidth(longer, shape) > shape.most;
    if (isFull && lines.length < most) lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  return lines.map((line) => cutToWidth(line, shape));
}
