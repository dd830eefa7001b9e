import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { recordTypes } from "#domain/records";
import { RecordInput } from "./RecordInput";

const some = recordTypes.flatMap(({ fields }) => fields).find(({ refersTo }) => refersTo === null);
const field = some === undefined ? undefined : ({ ...some, type: "boolean", values: null } as const);

const shown = (error: string | null) =>
  field === undefined
    ? ""
    : renderToStaticMarkup(
        <RecordInput
          field={field}
          value={true}
          called={null}
          error={error}
          others={{}}
          onChange={() => undefined}
        />,
      );

test("a boolean field shows its error, and is described by it", () => {
  const page = shown("is decided by the policy");
  const id = /<span id="([^"]*)" role="alert"[^>]*>is decided by the policy</.exec(page)?.[1];
  expect(id).toBeTruthy();
  expect(page).toContain(`aria-describedby="${id}"`);
  expect(page).toContain('aria-invalid="true"');
  expect(shown(null)).not.toContain("alert");
});
