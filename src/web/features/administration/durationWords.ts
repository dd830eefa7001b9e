/** Formats a duration in milliseconds: `40 ms`, `3.2 s`, `4 min 10 s`, `2 h 5 min`. */
export function durationWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`;
  const inMinutes = Math.round(seconds / 60);
  return `${Math.floor(inMinutes / 60)} h ${inMinutes % 60} min`;
}
