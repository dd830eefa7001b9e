import type { PartsMode } from "../series/chartTypes";
import type { PartsDrawing } from "./drawing";
import { pie } from "./pie";
import { treemap } from "./treemap";

/** How each chart type of the latest day's parts is drawn. */
export const partsDrawings: Readonly<Record<PartsMode, PartsDrawing>> = { treemap, pie };
