export interface TextSize {
  /** In pixels. */
  size: number;
  /** Font families, as in CSS. */
  font: string;
}

/** Mean width of a letter relative to the font size, because a server cannot measure text. */
const LETTER = 0.56;

let pen: CanvasRenderingContext2D | null | undefined;

/** Width of a line of text in pixels: measured in a browser, estimated elsewhere. */
export function textWidth(text: string, { size, font }: TextSize): number {
  if (pen === undefined)
    pen = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
  if (pen === null) return text.length * size * LETTER;
  pen.font = `${size}px ${font}`;
  return pen.measureText(text).width;
}

/** Truncates a text to a width. */
export function cutToWidth(text: string, { most, ...shape }: TextSize & { most: number }): string {
  if (textWidth(text, shape) <= most) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join("")}…`, shape) > most) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** Wraps a text at words to a number of lines. The last line and words wider than a line are truncated. */
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
