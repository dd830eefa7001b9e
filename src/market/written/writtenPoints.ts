import type { Point } from "#domain/api";
import { WrittenJson } from "./writtenJson";

/** Points of a series in a response, from the engine's output: `[["2026-01-31",1.5],…]`. */
export function writtenPoints(
  list: string,
  {
    length,
    newest,
    isDescending,
  }: {
    length: number;
    /** A period that is still running ends, so far, on this day: the last that has data. */
    newest: string;
    isDescending: boolean;
  },
): WrittenJson {
  const text = hasOwnNumbers(list) ? JSON.stringify(JSON.parse(list)) : list;
  const at = (isDescending ? text.indexOf('"') : text.lastIndexOf('["') + 1) + 1;
  const end = at + newest.length;
  return new WrittenJson(
    text.slice(at, end) > newest ? text.slice(0, at) + newest + text.slice(end) : text,
    length,
  );
}

/** Whether there are exponents or a zero below zero, which the engine writes in its own way; other letters there are none. */
const hasOwnNumbers = (list: string) => list.includes("e") || list.includes("-0]");

export const readPoints = ({ text }: WrittenJson): Point[] => JSON.parse(text);
