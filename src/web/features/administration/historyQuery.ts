import { literalPattern } from "#domain/query";

/** The newest audit log entries about or by a user or an organization. */
export const historyQuery = (subject: string) =>
  ({
    record: "audit_log",
    query: {
      filter: {
        operator: "or",
        filters: [
          { operator: "equals", field: "subject", value: subject },
          { operator: "equals", field: "actor", value: subject },
          { operator: "ilike", field: "detail", value: `%${literalPattern(subject)}%` },
        ],
      },
      pagination: { page: 1, perPage: 20 },
    },
  }) as const;
