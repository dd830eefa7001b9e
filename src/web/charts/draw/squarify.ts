/** Ideal ratio of width to height of treemap boxes: the golden ratio, as in echarts. */
export const SQUARE_RATIO = 0.5 * (1 + Math.sqrt(5));

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
