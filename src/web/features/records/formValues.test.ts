import { describe, expect, it } from "vitest";
import { recordField } from "#domain/records";
import { formValues, sentValues } from "./formValues";

const fields = [
  recordField({ name: "name", label: "Name", type: "string" }),
  recordField({ name: "days", label: "Days", type: "number", optional: true }),
  recordField({ name: "roleId", label: "Role", type: "id", refersTo: "api_access_roles" }),
  recordField({ name: "userId", label: "User", type: "id", refersTo: "users" }),
  recordField({ name: "actions", label: "Actions", type: "strings" }),
  recordField({ name: "isOpen", label: "Open", type: "boolean" }),
];

describe("a form generated from fields", () => {
  it("starts with the values of the record, or blank", () => {
    expect(formValues(fields, null)).toEqual({
      name: "",
      days: "",
      roleId: "",
      userId: "",
      actions: [],
      isOpen: false,
    });
    const values = { name: "A", days: 30, roleId: 7, userId: "u-1", actions: ["read"], isOpen: true };
    expect(formValues(fields, { id: 1, label: "A", values, names: {} })).toEqual({
      ...values,
      days: "30",
      roleId: "7",
    });
  });

  it("sends numbers as numbers, blanks as null, and invalid numbers as typed", () => {
    const sent = (days: string) =>
      sentValues(fields, { name: " ", days, roleId: "7", userId: "u-1", actions: ["read"], isOpen: false });
    expect(sent("30")).toEqual({
      name: null,
      days: 30,
      roleId: 7,
      userId: "u-1",
      actions: ["read"],
      isOpen: false,
    });
    expect(sent("").days).toBeNull();
    expect(sent("many").days).toBe("many");
  });
});
