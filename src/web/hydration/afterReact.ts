import { yieldToBrowser } from "./yieldToBrowser";

// Modules imported after this one are evaluated in another task.
await yieldToBrowser();
