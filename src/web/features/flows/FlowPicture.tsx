import { groupColor, inkFor } from "../../charts/color/groupColor";
import { pageInk } from "../../charts/color/palette";
import { type ChartGroup, groupKey, OTHERS_TYPE } from "../../charts/series/chartSeries";
import { formatExact, formatFigure } from "../../format/formatNumber";
import { EntityLink } from "../table/cells/EntityLink";

/** One side of a flow chart, from top to bottom. Lengths in pixels. */
interface FlowSide {
  /** Height of the side including gaps. */
  height: number;
  nodes: readonly FlowNode[];
}

interface FlowNode {
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
interface Flow {
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

/** Limit of named networks on each side. */
const SHOWN = 7;
/** Total height in pixels. */
const HEIGHT = 300;
const WIDTH = 100;
const MIDDLE = WIDTH / 2;

export interface FlowPictureProps {
  /** Outflows and inflows of each network in dollars. */
  outflows: readonly Flow[];
  inflows: readonly Flow[];
}

/** Bridge flows: outflows by network on the left, inflows on the right, each with a figure and a link. */
export function FlowPicture({ outflows, inflows }: FlowPictureProps) {
  const from = largestFlows(outflows, SHOWN);
  const to = largestFlows(inflows, SHOWN);
  const values = [from, to].map((side) => side.map(({ value }) => value));
  const scale = flowScale(values, HEIGHT);
  const [left, right] = values.map((side) => flowSide(side, scale));
  if (left === undefined || right === undefined) return null;
  const height = Math.max(left.height, right.height, HEIGHT);
  return (
    <div className="grid grid-cols-[minmax(6rem,1fr)_minmax(3rem,2fr)_minmax(6rem,1fr)] gap-x-2 p-4">
      <p className="pb-2 text-right text-muted text-sm">From</p>
      <p className="pb-2 text-center text-muted text-sm">Bridges</p>
      <p className="pb-2 text-muted text-sm">To</p>
      <FlowNames label="Outflow by network" flows={from} side={left} height={height} />
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        width="100%"
        height={height}
      >
        <Ribbons flows={from} side={left} height={height} edge={0} />
        <Ribbons flows={to} side={right} height={height} edge={WIDTH} />
      </svg>
      <FlowNames label="Inflow by network" flows={to} side={right} height={height} isRight />
    </div>
  );
}

/** Centres the smaller side vertically. */
const topOf = (side: FlowSide, height: number) => (height - side.height) / 2;

interface FlowsProps {
  flows: readonly Flow[];
  side: FlowSide;
  height: number;
}

function FlowNames({
  label,
  flows,
  side,
  height,
  isRight = false,
}: FlowsProps & { label: string; isRight?: boolean }) {
  return (
    <ol aria-label={label} className="relative" style={{ height }}>
      {flows.map(({ group, value }, index) => {
        const { top = 0, slot = 0 } = side.nodes[index] ?? {};
        return (
          <li
            key={groupKey(group)}
            className={`absolute inset-x-0 flex flex-col justify-center text-sm ${isRight ? "" : "items-end text-right"}`}
            style={{ top: topOf(side, height) + top, height: slot }}
          >
            <span className="max-w-full truncate font-medium" title={group.name}>
              <EntityLink kind={group.type === "network" ? "network" : null} slug={group.slug}>
                {group.name}
              </EntityLink>
            </span>
            <data value={value} title={formatExact(value, "dollar")} className="text-muted tabular-nums">
              {formatFigure(value, "dollar")}
            </data>
          </li>
        );
      })}
    </ol>
  );
}

function Ribbons({ flows, side, height, edge }: FlowsProps & { edge: number }) {
  const all = side.nodes.reduce((sum, { flow }) => sum + flow, 0);
  let middle = (height - all) / 2;
  return flows.map(({ group, value }, index) => {
    const node = side.nodes[index];
    if (node === undefined) return null;
    const from = middle;
    middle += node.flow;
    return (
      <path
        key={groupKey(group)}
        d={ribbon(node, { offset: topOf(side, height), middle: from, edge })}
        style={{ fill: inkFor(groupColor(group), pageInk) }}
        fillOpacity={0.6}
        stroke="var(--color-surface)"
        strokeWidth={0.5}
        vectorEffect="non-scaling-stroke"
      >
        <title>{`${group.name}: ${formatFigure(value, "dollar")}`}</title>
      </path>
    );
  });
}

/** SVG path of a band of constant height between a network at the edge and its position in the middle. */
function ribbon(
  { flowTop, flow }: FlowNode,
  { offset, middle, edge }: { offset: number; middle: number; edge: number },
): string {
  const bend = (edge + MIDDLE) / 2;
  const top = offset + flowTop;
  // Minimum height, so that tiny flows stay visible.
  const high = Math.max(flow, 1);
  return [
    `M ${edge} ${top}`,
    `C ${bend} ${top} ${bend} ${middle} ${MIDDLE} ${middle}`,
    `L ${MIDDLE} ${middle + high}`,
    `C ${bend} ${middle + high} ${bend} ${top + high} ${edge} ${top + high}`,
    "Z",
  ].join(" ");
}
