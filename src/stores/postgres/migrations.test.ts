import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import journal from "./migrations/meta/_journal.json" with { type: "json" };

/** Hash of the file of each released step: a store that has applied it never applies it again. */
const landed: Readonly<Record<string, string>> = {
  "0000_people": "94493d81d991764c",
  "0001_accounts": "cd3cb5bdbaee7e03",
  "0002_key_owners": "276045e5fc5053d4",
  "0003_api_usage": "795205067164d746",
  "0004_joining_and_guesses": "e6c3d4165f829608",
  "0005_without_tries": "e27b09c3dafa395d",
  "0006_declined_addresses": "acad7f5e13c5f7a6",
  "0007_contact_requests": "9d0c6c5b6b0f1dc7",
  "0008_watchlists": "baa170a01988e0ab",
  "0009_access": "cc1594551afebe5e",
  "0011_administration": "3dfe390f42175583",
  "0012_api_keys": "f7f882c25f34734f",
  "0013_rate_limits": "384c191a5de7d8b7",
  "0015_watches": "60a3371177e99479",
  "0016_spreadsheet_links": "9680ca240434df60",
  "0017_webhook_asked_at": "3826ec4b4e22db72",
  "0018_saved_views": "e4df052dba089469",
  "0019_key_roles": "4791c0a6ff1c9ed3",
  "0020_required_policies": "8144d36012efda47",
  "0021_row_reservations": "8865bc368e57daa3",
};

it("has not changed released steps", () => {
  const present = journal.entries.map(({ tag }) => {
    const file = readFileSync(new URL(`./migrations/${tag}.sql`, import.meta.url));
    return [tag, createHash("sha256").update(file).digest("hex").slice(0, 16)];
  });
  expect(Object.fromEntries(present)).toEqual(landed);
});
