import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPeopleStore, type PeopleStore } from "#stores";
import { createLimits } from "../limits/limits";
import { createContactDesk, listContactRequests } from "./contactDesk";

let people: PeopleStore;
beforeAll(async () => {
  people = await openPeopleStore({ url: null, folder: "memory://" });
});
afterAll(() => people.close());

const message = {
  topic: "data_api",
  name: "Ada",
  email: "ada@firm.example",
  company: "Firm",
  message: "Please call.",
};

it("limits messages per network address and in total", async () => {
  const desk = createContactDesk({
    people,
    mailer: { send: () => Promise.reject(new Error("No message is mailed.")) },
    receivers: [],
    brand: "Cadastre",
    log: pino({ level: "silent" }),
    limits: createLimits(people, { contact: 2, contactTotal: 3 }),
  });
  const tooMany = "Too many requests from your network. Try again in 60 minutes.";
  await desk.receive(message, "203.0.113.1");
  await desk.receive(message, "203.0.113.1");
  await expect(desk.receive(message, "203.0.113.1")).rejects.toThrow(tooMany);
  await desk.receive(message, "203.0.113.2");
  await expect(desk.receive(message, "203.0.113.3")).rejects.toMatchObject({
    message: tooMany,
    retryAfter: 3_600,
  });
  expect(await listContactRequests(people, { limit: 10 })).toHaveLength(3);
});
