import type { TimeMode } from "../series/chartTypes";
import { bars } from "./bars";
import type { TimeDrawing } from "./drawing";
import { lines } from "./lines";
import { stacked } from "./stacked";

/** How each chart type over time is drawn. */
export const timeDrawings: Readonly<Record<TimeMode, TimeDrawing>> = { stacked, lines, bars };
