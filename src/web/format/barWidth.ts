/** The width of a bar in CSS from its percentage: clamped to 0 to 100, with visible precision only. */
export const barWidth = (percent: number): string =>
  `${Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10}%`;
