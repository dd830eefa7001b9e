import type { MoveOptions } from "./moveStore";

export type { MoveOptions };

/** As `moveStore`, loaded when called. */
export async function moveStore(options: MoveOptions): Promise<string> {
  const { moveStore: move } = await import("./moveStore");
  return move(options);
}
