/** Ends the current task, so that the browser can handle input and paint. */
export const yieldToBrowser = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

// Modules imported after this one are evaluated in another task.
await yieldToBrowser();
