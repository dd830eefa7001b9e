import { expect, test } from "vitest";
import { recordOf } from "./frame/subjects";
import type { ProfileOptions } from "./profile";

test("a fact or a column that rows of the kind lack does not compile", () => {
  const right: ProfileOptions<"network">["facts"] = ["chain_id", "founded_date"];
  // @ts-expect-error networks have a chain id, and this is none
  const misspelt: ProfileOptions<"network">["facts"] = ["chain_di"];
  // @ts-expect-error assets have a ticker, networks have none
  const other: ProfileOptions<"network">["fields"] = ["ticker"];
  // @ts-expect-error rows of assets are on several networks
  const columns: ProfileOptions<"issuer">["rows"] = { resource: "assets", columns: ["network_name"] };
  // @ts-expect-error investments close on a date
  const record = recordOf("investment", ["closes_day"]);
  expect([right, misspelt, other, columns, record]).toHaveLength(5);
});
