import { describe } from "vitest";
import { describeAdministration } from "../support/administrationSuite";
import { openPeopleSite } from "../support/peopleSite";

describe("administration, on the embedded engine", () => describeAdministration(() => openPeopleSite()));
