import { expect, test } from "vitest";
import { InvalidError } from "#domain/errors";
import { namingOptions } from "./catalogAdd";

test("errors of catalog add name the options of the command", () => {
  const error = new InvalidError(
    "The asset was not added:\n  asset_class: must be one of treasuries\n  id: is taken",
    [
      { path: "asset_class", message: "must be one of treasuries" },
      { path: "id", message: "is taken" },
    ],
  );
  const { message, problems } = namingOptions(error);
  expect(message).toBe("The asset was not added:\n  --class: must be one of treasuries\n  id: is taken");
  expect(problems.map(({ path }) => path)).toEqual(["--class", "id"]);
});
