import { expect, test } from "vitest";
import { evidenceDetails } from "../evidence/evidenceKinds";
import { collateralTypes, loanSectorCategories } from "./credit";
import { wordsOfValue } from "./valueWords";

test("values of enumerations read as words", () => {
  expect(wordsOfValue("asset_backed_credit")).toBe("Asset-backed credit");
  expect(wordsOfValue("broker_dealer")).toBe("Broker-dealer");
  expect(wordsOfValue("real_estate")).toBe("Real estate");
  expect(wordsOfValue("bnpl")).toBe("Buy now, pay later");
  expect(wordsOfValue("north_america")).toBe("North America");
  expect(wordsOfValue("L2")).toBe("L2");
  expect(wordsOfValue("constructor")).toBe("Constructor");
  const evidence = evidenceDetails.flatMap(({ values }) => values ?? []);
  for (const value of [...collateralTypes, ...loanSectorCategories, ...evidence])
    expect(wordsOfValue(value)).not.toMatch(/_|^[a-z]/);
});
