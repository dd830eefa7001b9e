/** A duration in words of one or two units: `40 s`, `4 min`, `2 h 5 min`, `3 d 4 h`. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 59.5) return `${Math.max(0, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const hours = Math.round(minutes / 60);
  return `${Math.floor(hours / 24).toLocaleString("en-US")} d ${hours % 24} h`;
}
