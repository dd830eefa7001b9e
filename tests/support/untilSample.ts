/** Before the tests of an end-to-end file: the product that they share has its sample data. */
import { inject } from "vitest";
import { untilReady } from "./product";

await untilReady(inject("productUrl"), true);
