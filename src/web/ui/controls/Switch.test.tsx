import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Checkbox } from "./Checkbox";
import { Switch } from "./Switch";

test.each([
  ["switch", Switch],
  ["checkbox", Checkbox],
])("a %s is named by its label before hydration", (role, Control) => {
  const markup = renderToStaticMarkup(<Control label="Newsletter" checked={false} onChange={() => {}} />);
  const [control = ""] = new RegExp(`<[^>]* role="${role}"[^>]*>`).exec(markup) ?? [];
  const [, labelId] = / aria-labelledby="([^"]+)"/.exec(control) ?? [];
  expect(markup).toMatch(new RegExp(`^<label id="${labelId}".*Newsletter</label>$`));
});
