import { type ChartGroup, OTHERS_TYPE } from "../../charts/series/chartSeries";

/** One side of a flow chart, from top to bottom. Lengths in pixels. */
export interface FlowSide {
  /** Height of the side including gaps. */
  height: number;
  nodes: readonly FlowNode[];
}

export interface FlowNode {
  /** Top of the slot, which fits the name. */
  top: number;
  slot: number;
  /** Top of the flow, whose height is proportional to its value. */
  flowTop: number;
  flow: number;
}

/** Minimum slot height for a name and a figure. */
export const SLOT = 44;

/**
 * Lays out the flows of one side in slots that fit their names. The shared scale makes both sides comparable.
 *
 * @param scale pixels per unit of value
 */
export function flowSide(values: readonly number[], scale: number): FlowSide {
  let top = 0;
  const nodes = values.map((value): FlowNode => {
    const flow = Math.max(0, value) * scale;
    const slot = Math.max(SLOT, flow);
    const node = { top, slot, flowTop: top + (slot - flow) / 2, flow };
    top += slot;
    return node;
  });
  return { height: top, nodes };
}

/** Pixels per unit of value that give the larger side a total flow height of `height`. */
export function flowScale(sides: readonly (readonly number[])[], height: number): number {
  const largest = Math.max(...sides.map((side) => side.reduce((sum, value) => sum + Math.max(0, value), 0)));
  return largest > 0 ? height / largest : 0;
}

/** Outflow or inflow of a network. */
export interface Flow {
  group: ChartGroup;
  value: number;
}

/** The largest flows, and the sum of the others as one. Zero and unknown flows are omitted. */
export function largestFlows(all: readonly Flow[], most: number): Flow[] {
  const sorted = all.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  // A single remaining flow takes no more space under its own name.
  const shown = sorted.length === most + 1 ? sorted : sorted.slice(0, most);
  const rest = sorted.slice(shown.length);
  if (rest.length === 0) return shown;
  const group = { type: OTHERS_TYPE, id: null, slug: null, name: `${rest.length} other networks` };
  return [...shown, { group, value: rest.reduce((sum, { value }) => sum + value, 0) }];
}
