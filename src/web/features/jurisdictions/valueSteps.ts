/**
 * Colour steps of the map. Values differ by orders of magnitude, so each step is ten times the previous one.
 */
export const valueSteps = [
  { from: 0, label: "under $10M", fill: "fill-scale-1", swatch: "bg-scale-1" },
  { from: 1e7, label: "$10M to $100M", fill: "fill-scale-2", swatch: "bg-scale-2" },
  { from: 1e8, label: "$100M to $1B", fill: "fill-scale-3", swatch: "bg-scale-3" },
  { from: 1e9, label: "$1B to $10B", fill: "fill-scale-4", swatch: "bg-scale-4" },
  { from: 1e10, label: "$10B and over", fill: "fill-scale-5", swatch: "bg-scale-5" },
] as const;

export type ValueStep = (typeof valueSteps)[number];

/** The step of a value in dollars; null if unknown. */
export const valueStep = (value: number | null): ValueStep | null =>
  value === null ? null : (valueSteps.findLast(({ from }) => value >= from) ?? valueSteps[0]);
