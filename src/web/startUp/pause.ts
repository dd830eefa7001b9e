/** Gives the browser its turn: what is evaluated in one go keeps it from answering its reader. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
