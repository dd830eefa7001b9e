import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FactList } from "./FactList";

const row = { id: 1, name: "Meridian", founded_date: null, lei: "", jurisdiction_country_name: null };
const fields = ["name", "founded_date", "lei"];

test("one line names all unknown facts in place of a dash for each", () => {
  const html = renderToStaticMarkup(<FactList resource="platforms" row={row} fields={fields} foldsUnknown />);
  expect(html).toContain("Unknown: Founded, LEI.");
  expect(html.match(/<dt/g)).toHaveLength(1);
});

test("without this option, each unknown fact is listed", () => {
  const html = renderToStaticMarkup(<FactList resource="platforms" row={row} fields={fields} />);
  expect(html).not.toContain("Not known");
  expect(html.match(/<dt/g)).toHaveLength(3);
});
