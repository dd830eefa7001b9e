import type { PageAddress } from "../../features/chartView/pageSearch";
import type { ScreenState } from "./addressReaders";
import { screenParts } from "./screenParts.gen";

/** The state of a screen in a URL that the server has validated. */
export const tidiedAddress = (state: ScreenState, raw: Record<string, unknown>): PageAddress =>
  Object.fromEntries(
    screenParts[state]
      .split(" ")
      .filter((part) => raw[part] !== undefined)
      .map((part) => [part, raw[part]]),
  );
