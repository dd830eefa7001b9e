import { type ChartGroup, OTHERS_TYPE } from "../../charts/series/chartSeries";

/** A side of a flow picture, from top to bottom. Lengths in pixels. */
export interface FlowSide {
  /** Height of the side with its gaps. */
  height: number;
  nodes: readonly FlowNode[];
}

export interface FlowNode {
  /** Of its slot, which has room for its name. */
  top: number;
  slot: number;
  /** Of its flow where it leaves or arrives: in proportion to its value. */
  flowTop: number;
  flow: number;
}

/** A name and a figure need that much. */
export const SLOT = 44;

/**
 * Places what flows on one side: each flow as high as its value asks for, in a slot that its name fits into. One scale
 * for both sides makes their heights comparable.
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

/** Pixels per unit of value, so that everything that flows on the larger side is `height` high together. */
export function flowScale(sides: readonly (readonly number[])[], height: number): number {
  const largest = Math.max(...sides.map((side) => side.reduce((sum, value) => sum + Math.max(0, value), 0)));
  return largest > 0 ? height / largest : 0;
}

/** What a network sent or received. */
export interface Flow {
  group: ChartGroup;
  value: number;
}

/** The largest, and what the others add up to as one. What is nothing or unknown flows nowhere. */
export function largestFlows(all: readonly Flow[], most: number): Flow[] {
  const sorted = all.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  // One that is left needs no more room under its own name.
  const shown = sorted.length === most + 1 ? sorted : sorted.slice(0, most);
  const rest = sorted.slice(shown.length);
  if (rest.length === 0) return shown;
  const group = { type: OTHERS_TYPE, id: null, slug: null, name: `${rest.length} other networks` };
  return [...shown, { group, value: rest.reduce((sum, { value }) => sum + value, 0) }];
}
