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
