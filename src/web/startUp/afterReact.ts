import { pause } from "./pause";

// All that is imported after this module is evaluated in a task of its own.
await pause();
