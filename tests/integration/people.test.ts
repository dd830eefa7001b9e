import { describe } from "vitest";
import { describePeople, siteOn } from "../support/peopleSuite";

describe("people, on the embedded engine", () => describePeople(() => siteOn(null)));
