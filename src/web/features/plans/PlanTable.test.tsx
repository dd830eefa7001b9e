import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PlanTable } from "./PlanTable";

it("shows a limit of API requests only for plans that include the data API", () => {
  const html = renderToStaticMarkup(<PlanTable current="FREE" open={[]} />);
  const limits = html.split("<tr").flatMap((row) => {
    const [, plan] = /scope="row">([^<]+?) *</.exec(row) ?? [];
    const [, limit] = /data-label="Requests per minute"[^>]*>(.*)<\/td>/.exec(row) ?? [];
    return plan === undefined ? [] : [[plan, limit?.replaceAll(/<[^>]*>/g, "")]];
  });
  expect(Object.fromEntries(limits)).toEqual({
    Free: "—none",
    Premium: "—none",
    "All access": "600",
    "Data downloads": "—none",
  });
});

it("shows what is open to everyone as included in every plan", () => {
  const html = renderToStaticMarkup(<PlanTable current="FREE" open={["enable-api-keys"]} />);
  const free = html.slice(html.indexOf("<tbody>")).split("</tr>")[0] ?? "";
  expect(free).toContain(">30<");
  expect(html).toContain("Open to everyone on this site, whatever the plan: Data API.");
});
