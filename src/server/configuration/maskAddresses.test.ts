import { expect, it } from "vitest";
import { maskAddresses } from "./maskAddresses";

it.each([
  ["https://a.example/rss", "https://a.example/rss"],
  ["https://a.example/rss?k=1&x=a=b#z", "https://a.example/rss?k=****&x=****#****"],
  ["https://a.example/?KEY&&x=", "https://a.example/?****&&x=****"],
  ["https://a.example/? https://b.example/@me", "https://a.example/? https://b.example/@me"],
  ["https://me:pw@a.example/ HTTPS://:p@w@b.example", "https://****@a.example/ HTTPS://****@b.example"],
  ["daily, 12", "daily, 12"],
])("%s is printed %s", (setting, printed) => {
  expect(maskAddresses(setting)).toBe(printed);
});
