/** Schemas of operation results. The command validates them before printing, since they can come over the control socket. */
import { z } from "zod";

const keyCreatedSchema = z.object({ id: z.number(), key: z.string() });

const keyListSchema = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    prefix: z.string(),
    expiresAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    previousEndsAt: z.string().nullable(),
    lastUsedAt: z.string().nullable(),
    endpoints: z.array(z.string()).nullable(),
    actions: z.array(z.string()),
  }),
);

const contactListSchema = z.array(
  z.object({
    at: z.string(),
    topic: z.string(),
    name: z.string(),
    email: z.string(),
    company: z.string(),
    message: z.string(),
    mailedAt: z.string().nullable(),
  }),
);

const importOutputSchema = z.object({ summary: z.string(), clean: z.boolean() });

const importListSchema = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    provider: z.string(),
    importedAt: z.string(),
    rowsRead: z.number().nullable(),
    accepted: z.number().nullable(),
    rowsRejected: z.number().nullable(),
    values: z.number(),
    firstDay: z.string().nullable(),
    lastDay: z.string().nullable(),
    entities: z.number(),
    metrics: z.number(),
    undone: z.object({ day: z.string(), isWhole: z.boolean() }).nullable(),
    by: z.string().nullable(),
  }),
);

const undoPreviewSchema = z.object({
  summary: z.string(),
  sourceIds: z.array(z.number()),
  observations: z.number(),
});

const markListSchema = z.array(
  z.object({
    id: z.number(),
    entity: z.string(),
    isWhole: z.boolean(),
    metric: z.string(),
    date: z.string(),
    value: z.number(),
    source: z.string(),
    file: z.string(),
    reason: z.string(),
    markedBy: z.string(),
    markedAt: z.string(),
    liftedBy: z.string().nullable(),
    liftedAt: z.string().nullable(),
    state: z.enum(["superseded", "corrected", "gone", "restored"]),
    corrected: z.number().nullable(),
  }),
);

const supersedePreviewSchema = z.object({ summary: z.string(), value: z.number(), source: z.string() });

const quarantineSchema = z.object({
  rows: z.array(
    z.object({
      file: z.string(),
      line: z.number(),
      field: z.string(),
      kind: z.string(),
      reason: z.string(),
      row: z.string(),
    }),
  ),
  total: z.number(),
  summary: z.string(),
});

const memorySchema = z.array(
  z.object({ group: z.string(), name: z.string(), bytes: z.number(), bound: z.number().nullable() }),
);

const exportedSchema = z.object({
  written: z.number(),
  kept: z.number(),
  rows: z.number(),
  bytes: z.number(),
  dataVersion: z.number().nullable(),
  asOf: z.string().nullable(),
  hasSample: z.boolean(),
});

const settingsSchema = z.object({
  file: z.string().nullable(),
  settings: z.array(z.object({ name: z.string(), value: z.string(), origin: z.string() })),
});

const verificationSchema = z.object({
  asset: z.string().nullable(),
  assets: z.number(),
  rows: z.number(),
  differing: z.number(),
  differences: z.array(
    z.object({
      subject: z.string(),
      metric: z.string(),
      day: z.string(),
      served: z.number().nullable(),
      computed: z.number().nullable(),
      table: z.enum(["daily", "current"]),
    }),
  ),
  pending: z.number(),
});

const chainReportSchema = z.object({
  networks: z.array(
    z.object({
      network: z.string(),
      tokens: z.number(),
      skipped: z.array(z.object({ label: z.string(), reason: z.string() })),
      notes: z.array(z.object({ label: z.string(), reason: z.string() })),
      error: z.string().nullable(),
      isStopped: z.boolean(),
      lastDay: z.string().nullable(),
      finalBlock: z.number().nullable(),
      blocks: z.number(),
      transfers: z.number(),
      pause: z.object({ at: z.string(), by: z.string() }).nullable(),
      wantedBlocks: z.number().nullable(),
      readBlocks: z.number().nullable(),
      endpoints: z.array(z.string()),
      failures: z.array(z.object({ endpoint: z.string(), reason: z.string() })),
    }),
  ),
  figures: z.number(),
});

const chainStatusSchema = z.object({
  networks: z.array(
    z.object({
      network: z.string(),
      endpoints: z.number(),
      stopped: z.object({ reason: z.string(), since: z.string() }).nullable(),
      state: z.string(),
      reason: z.string().nullable(),
      pause: z.object({ at: z.string(), by: z.string() }).nullable(),
      readAt: z.string().nullable(),
      tokens: z.array(
        z.object({
          token: z.string(),
          block: z.number().nullable(),
          blockDay: z.string().nullable(),
          missingBlocks: z.number(),
          transfers: z.number(),
          lastDay: z.string().nullable(),
          endpoint: z.string().nullable(),
          supply: z
            .object({
              day: z.string(),
              block: z.number(),
              ledger: z.string().nullable(),
              stated: z.string().nullable(),
              kind: z.string().nullable(),
              problem: z.string().nullable(),
            })
            .nullable(),
          verification: z
            .object({
              at: z.string(),
              block: z.number(),
              isVerified: z.boolean(),
              problems: z.array(z.string()),
            })
            .nullable(),
        }),
      ),
    }),
  ),
});

const comparedAmountSchema = z.object({ ledger: z.string(), contract: z.string() });

const chainVerificationSchema = z.object({
  tokens: z.array(
    z.object({
      network: z.string(),
      token: z.string(),
      isVerified: z.boolean(),
      block: z.number().nullable(),
      supply: comparedAmountSchema.nullable(),
      balances: z.object({
        checked: z.number(),
        differing: z.array(comparedAmountSchema.extend({ holder: z.string() })),
      }),
      ranges: z.object({
        checked: z.number(),
        differing: z.array(z.object({ from: z.number(), to: z.number(), reason: z.string() })),
      }),
      problems: z.array(z.string()),
    }),
  ),
});

const chainPlanSchema = z.object({
  networks: z.array(
    z.object({
      network: z.string(),
      tokens: z.number(),
      finalBlock: z.number().nullable(),
      blocks: z.number(),
      endpoints: z.array(
        z.object({
          endpoint: z.string(),
          blocks: z.number(),
          addresses: z.number(),
          limit: z.object({ blocks: z.number(), message: z.string() }).nullable(),
          requests: z.number(),
          calls: z.number(),
          seconds: z.number(),
          transfers: z.number(),
          lasts: z.boolean().nullable(),
        }),
      ),
      failures: z.array(z.object({ endpoint: z.string(), reason: z.string() })),
    }),
  ),
  quota: z.number().nullable(),
});

const rewoundSchema = z.object({ tokens: z.array(z.object({ token: z.string(), from: z.number() })) });

const messageOutputSchema = z.object({ message: z.string() });

/** The schemas by name. */
export const outputs = {
  chainPlan: chainPlanSchema,
  chainReport: chainReportSchema,
  chainStatus: chainStatusSchema,
  chainVerification: chainVerificationSchema,
  contactList: contactListSchema,
  exported: exportedSchema,
  importList: importListSchema,
  importReport: importOutputSchema,
  keyCreated: keyCreatedSchema,
  keyList: keyListSchema,
  markList: markListSchema,
  memory: memorySchema,
  message: messageOutputSchema,
  rewound: rewoundSchema,
  /** The result is ignored. */
  none: z.unknown(),
  quarantine: quarantineSchema,
  settings: settingsSchema,
  summary: z.object({ summary: z.string() }),
  supersedePreview: supersedePreviewSchema,
  undoPreview: undoPreviewSchema,
  verification: verificationSchema,
};

export type OutputName = keyof typeof outputs;
export type Output<Name extends OutputName> = z.output<(typeof outputs)[Name]>;
