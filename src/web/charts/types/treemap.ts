import { TreemapChart } from "echarts/charts";
import { use } from "echarts/core";
import { wordsOn } from "../color/groupColor";
import { pageInk } from "../color/palette";
import { type Part, partsOf } from "../plan/partsOf";
import { LABEL_LINE, LABEL_SIZE, type PartsDrawing, partItem, partsFrame, partsText } from "./drawing";
import { textWidth, wrapToWidth } from "./textWidth";

use(TreemapChart);

/** Padding of a label in its box, in pixels. */
const BOX_PADDING = 12;
/** Space above and below the treemap, in pixels. */
const EDGE = 4;
/** Maximum number of lines of a name. */
const NAME_LINES = 3;
/** Minimum number of letters of a truncated name. */
const LEAST_LETTERS = 5;
/** Width of semibold letters relative to regular ones. */
const BOLDER = 1.06;

export const treemap: PartsDrawing = {
  option: (plan, { width, height, ink = pageInk, hidden, lit }) => {
    const parts = partsOf(plan, hidden);
    const boxes = squarify(
      parts.map(({ value }) => value),
      { width, height: height - 2 * EDGE },
    );
    return {
      ...partsFrame,
      series: [
        {
          type: "treemap",
          left: 0,
          right: 0,
          top: EDGE,
          bottom: EDGE,
          squareRatio: SQUARE_RATIO,
          sort: "desc",
          roam: false,
          nodeClick: false,
          breadcrumb: { show: false },
          data: parts.map((part, index) => {
            const box = boxes[index] ?? { width: 0, height: 0 };
            const item = partItem(part, boxLabel(part, { ...box, font: ink.font }), { ink, lit });
            return { ...item, label: { ...item.label, color: wordsOn(part.color, ink) } };
          }),
          itemStyle: { borderColor: ink.surface, borderWidth: 0, gapWidth: 1 },
          label: { ...partsText(ink), fontWeight: 600, position: "insideBottomLeft" },
          emphasis: { disabled: true },
        },
      ],
    };
  },
};

/** The name of a part, wrapped to the available lines, above its share; null without space for either. */
function boxLabel({ name, share }: Part, { width, height, font }: Box & { font: string }): string | null {
  const shape = { size: LABEL_SIZE * BOLDER, font };
  const most = width - BOX_PADDING;
  const lines = Math.floor((height - BOX_PADDING) / LABEL_LINE);
  if (lines < 1 || textWidth(share, shape) > most) return null;
  const named =
    lines < 2 ? [] : wrapToWidth(name, { ...shape, most, lines: Math.min(NAME_LINES, lines - 1) });
  const isCut = named.at(-1)?.endsWith("…") === true;
  const isTelling = !isCut || named.join("").length > LEAST_LETTERS;
  return [...(isTelling ? named : []), share].join("\n");
}

/** Ideal ratio of width to height of treemap boxes: the golden ratio, as in echarts. */
const SQUARE_RATIO = 0.5 * (1 + Math.sqrt(5));

export interface Box {
  width: number;
  height: number;
}

/**
 * Sizes of the boxes of a treemap, which echarts does not pass to formatters: the squarified layout of Bruls,
 * Huizing and van Wijk (2000), in rows along the shorter side of the remaining area.
 *
 * @param values positive, in any order; echarts places the largest first
 * @param room width and height of the treemap, in pixels
 */
export function squarify(values: readonly number[], room: Box): Box[] {
  const sum = values.reduce((total, value) => total + value, 0);
  const areas = values
    .map((value, index) => ({ index, area: (value / sum) * room.width * room.height }))
    .sort((a, b) => b.area - a.area);
  const boxes: Box[] = [];
  let { width, height } = room;
  let row: typeof areas = [];
  const place = (isLast: boolean) => {
    const isAcross = width <= height;
    const along = Math.min(width, height);
    const area = areaOf(row);
    const depth = isLast ? Math.max(width, height) : along === 0 ? 0 : area / along;
    for (const one of row) {
      const length = depth === 0 ? 0 : one.area / depth;
      boxes[one.index] = isAcross ? { width: length, height: depth } : { width: depth, height: length };
    }
    if (isAcross) height -= depth;
    else width -= depth;
    row = [];
  };
  for (const one of areas) {
    const along = Math.min(width, height);
    if (row.length > 0 && worstRatio([...row, one], along) > worstRatio(row, along)) place(false);
    row.push(one);
  }
  if (row.length > 0) place(true);
  return boxes;
}

const areaOf = (row: readonly { area: number }[]): number => row.reduce((total, { area }) => total + area, 0);

/** Largest deviation from the ratio in a row; 1 at best. */
function worstRatio(row: readonly { area: number }[], along: number): number {
  const squared = areaOf(row) ** 2;
  const scale = along * along * SQUARE_RATIO;
  const areas = row.map(({ area }) => area);
  return Math.max((scale * Math.max(...areas)) / squared, squared / (scale * Math.min(...areas)));
}
