/** The width of a bar in CSS, from its percentage of the room: within 0 and 100, and no finer than the eye. */
export const barWidth = (percent: number): string =>
  `${Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10}%`;
