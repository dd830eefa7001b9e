import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { LoanSplitField } from "#domain/api";
import { loanStatuses } from "#domain/vocabulary";
import { LoanSplitTable } from "./LoanSplitTable";

const markup = (by: LoanSplitField, values: readonly string[]) =>
  renderToStaticMarkup(
    <LoanSplitTable
      header="Group"
      by={by}
      groups={values.map((value) => ({
        value,
        isRest: false,
        loans: 5,
        issued: 10,
        outstanding: 10,
        defaulted: 0,
        late: 0,
      }))}
    />,
  );

it("shows the meaning of each status", () => {
  for (const { slug, doc } of loanStatuses) expect(markup("status", [slug])).toContain(`>${doc}</span>`);
});

it("shows only the names of sectors", () => {
  expect(markup("sector", ["agriculture"])).not.toContain("text-muted text-sm");
});
