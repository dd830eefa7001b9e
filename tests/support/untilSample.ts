/** Before the tests of an end-to-end file: waits for the sample data of the shared product. */
import { inject } from "vitest";
import { untilReady } from "./product";

await untilReady(inject("productUrl"), true);
