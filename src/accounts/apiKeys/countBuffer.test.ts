import { expect, it } from "vitest";
import { openPeopleStore } from "#stores";
import { createCountBuffer } from "./countBuffer";

it("writes batches in the order of code units, the same in every locale", async () => {
  const people = await openPeopleStore({ url: null, folder: "memory://" });
  const written: string[][] = [];
  const buffer = createCountBuffer<string>({
    people,
    log: { error: (error: unknown) => expect.unreachable(String(error)) },
    failure: "",
    nameOf: (name) => name,
    sum: (a) => a,
    add: async (_, rows) => void written.push([...rows]),
  });
  for (const name of ["b", "ä", "a", "B"]) buffer.note(name);
  await buffer.close();
  expect(written).toEqual([["B", "a", "b", "ä"]]);
  await people.close();
});
