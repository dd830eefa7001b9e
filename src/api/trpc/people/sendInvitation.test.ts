import { expect, it } from "vitest";
import { createLimits } from "#accounts/limits";
import { countInvitation } from "./sendInvitation";

it("limits invitations and join requests per user and hour", async () => {
  const services = { limits: createLimits(null, { invitations: 2 }) };
  const count = (id: string) => countInvitation({ services, user: { id } });
  await count("u1");
  await count("u1");
  await expect(count("u1")).rejects.toThrow(
    "You have sent 2 invitations in the last hour, which is the limit. Try again in 60 minutes.",
  );
  await count("u2");
});
