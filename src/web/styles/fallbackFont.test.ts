import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("app.css", import.meta.url), "utf8");
const faces = [...css.matchAll(/@font-face \{([^}]*)\}/g)]
  .map(([, body = ""]) =>
    Object.fromEntries(
      body.split(";").flatMap((line) => {
        const [, name, text] = /^\s*([a-z-]+):\s*(.*)$/s.exec(line) ?? [];
        return name === undefined || text === undefined ? [] : [[name, text]];
      }),
    ),
  )
  .filter((face) => face["font-family"] === '"Inter Fallback"');

test("the fallback has its own bold face, so that browsers do not synthesize one", () => {
  expect(faces.map((face) => face["font-weight"])).toEqual(["100 500", "600 900"]);
  const [regular = "", bold = ""] = faces.map(({ src }) => src);
  expect(regular).not.toMatch(/bold/i);
  for (const source of bold.split(",")) expect(source).toMatch(/local\("[^"]*Bold/);
});

test("lines have the height of Inter in regular and bold", () => {
  const percent = (text = "") => Number.parseFloat(text) / 100;
  for (const face of faces) {
    const scale = percent(face["size-adjust"]);
    // Inter's ascent and descent, relative to its size.
    expect(percent(face["ascent-override"]) * scale).toBeCloseTo(0.96875, 2);
    expect(percent(face["descent-override"]) * scale).toBeCloseTo(0.2412, 2);
  }
});
