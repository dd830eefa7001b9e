import type { ServeOptions } from "./serve";

export type { ServeOptions };

/** Serves until a signal arrives. Loaded on demand, since most commands do not need it. */
export async function importAndServe(options: ServeOptions): Promise<void> {
  const { serve: start } = await import("./serve");
  return start(options);
}
