import { expect, test } from "vitest";
import { buttonVariants } from "../controls/Button";
import { badgeVariants } from "../display/Badge";
import { roundings, sizes } from "./scale";

test("controls have the scales and variants of the specification", () => {
  expect(sizes).toEqual(["xs", "sm", "md", "lg", "xl"]);
  expect(roundings).toEqual(["none", "xs", "sm", "md", "lg", "xl", "full"]);
  const variants = ["primary", "secondary", "danger", "success", "outline", "operator"];
  expect(buttonVariants).toEqual(expect.arrayContaining(variants));
  expect(badgeVariants).toEqual(expect.arrayContaining(variants));
});
