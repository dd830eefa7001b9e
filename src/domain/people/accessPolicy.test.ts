import { describe, expect, it } from "vitest";
import { accessPolicy } from "../../../tests/support/accessPolicy";
import { resources } from "../resources/catalogue";
import { entityOf } from "../resources/entities";
import { firms } from "../vocabulary/firms";
import { type AccessPolicy, readScope } from "./accessPolicy";

const fingerprintOf = (parts: Partial<AccessPolicy>[], today = "2026-02-03") =>
  readScope(parts.map(accessPolicy), { action: "read", today })?.fingerprint;
const rowFilter = { operator: "equals", field: "slug", value: "ousg" } as const;

describe("the fingerprint of restrictions", () => {
  it("is the same for others who are left with the same, however often they may ask", () => {
    const own = { resources: ["assets"], rowFilter, historyDays: 7 };
    const others = { ...own, id: 9, name: "Theirs", role: "Desk", through: "user", rowsPerMonth: 5 } as const;
    expect(fingerprintOf([others])).toBe(fingerprintOf([own]));
    expect(fingerprintOf([others, { id: 10, requestsPerMinute: 1 }])).toBe(fingerprintOf([own]));
  });

  it.each<[string, Partial<AccessPolicy>]>([
    ["limits", { requestsPerMinute: 1, rowsPerMonth: 10 }],
    ["opens a resource", { resources: ["pools"] }],
    ["narrows another action", { actions: ["download"], rowFilter }],
  ])("is empty where a policy %s alone", (_, part) => {
    expect(fingerprintOf([part])).toBe("");
  });

  it("differs with each part that takes something away, and with the name of a policy that denies", () => {
    const parts: Partial<AccessPolicy>[] = [
      {},
      { rowFilter },
      { rowFilter: { ...rowFilter, value: "buidl" } },
      { rowFilter, resources: ["assets"] },
      { hiddenFields: ["slug"] },
      { hiddenFields: ["slug"], effect: "deny", resources: ["assets"] },
      { historyDays: 7 },
      { effect: "deny" },
      { effect: "deny", name: "Another" },
      { effect: "deny", resources: ["assets"] },
    ];
    expect(new Set(parts.map((part) => fingerprintOf([part]))).size).toBe(parts.length);
  });

  it("is of a day only where history is counted from it", () => {
    const onDay = (part: Partial<AccessPolicy>, today: string) => fingerprintOf([part], today);
    expect(onDay({ rowFilter }, "2026-02-04")).toBe(onDay({ rowFilter }, "2026-02-03"));
    expect(onDay({ historyDays: 7 }, "2026-02-04")).not.toBe(onDay({ historyDays: 7 }, "2026-02-03"));
  });
});

describe("fields that reveal a hidden field", () => {
  const hiddenIn = (resource: string, ...hiddenFields: string[]) => {
    const scope = readScope([accessPolicy({ hiddenFields })], { action: "read", today: "2026-02-04" });
    return [...(scope?.termsOf(resource).hidden ?? [])].sort();
  };

  it.each(["protocol_id", "protocol_slug", "protocol_name"])(
    "include the group of a platform with %s",
    (name) => {
      for (const resource of ["assets", "tokens"]) {
        expect(hiddenIn(resource, name)).toEqual(["protocol_group_name", "protocol_group_slug", name].sort());
      }
    },
  );

  it.each(firms.map(({ kind }) => kind))("include the group of each %s, in its own rows too", (kind) => {
    const { resource, prefix } = entityOf(kind);
    for (const part of ["id", "slug", "name"]) {
      expect(hiddenIn("assets", `${prefix}_${part}`)).toContain(`${prefix}_group_name`);
      expect(hiddenIn("assets", `${prefix}_${part}`)).toContain(`${prefix}_group_slug`);
    }
    expect(hiddenIn(resource, "name")).toEqual(["group_name", "group_slug", "group_source_url", "name"]);
    expect(hiddenIn(resource, "slug")).toEqual(["group_name", "group_slug", "group_source_url", "slug"]);
  });

  it("include those that reveal it through another field, and no others", () => {
    expect(hiddenIn("assets", "attestation_date")).toEqual([
      "attestation_date",
      "attestation_due_date",
      "is_attestation_overdue",
    ]);
    expect(hiddenIn("assets", "attestors")).toEqual(["attestation_by", "attestors"]);
    expect(hiddenIn("evidence", "unit_forms")).toEqual(["statement", "unit_forms"]);
    expect(hiddenIn("assets", "protocol_group_slug")).toEqual(["protocol_group_slug"]);
  });

  it("name fields of their own resource", () => {
    for (const { slug, fields } of resources) {
      const names = new Set(fields.map(({ name }) => name));
      const unknown = fields.flatMap(({ policy }) => policy.reveals.filter((one) => !names.has(one)));
      expect([slug, unknown]).toEqual([slug, []]);
    }
  });
});
