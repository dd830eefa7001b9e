import type { Error as ErrorBody } from "./schema.gen.js";

/** An answer that is an error: what the API says of it. */
export class CadastreError extends Error {
  override readonly name = "CadastreError";
  constructor(
    /** HTTP status. */
    readonly status: number,
    /** What the API answered; null where the answer was not its own, such as a proxy's. */
    readonly body: ErrorBody | null,
  ) {
    super(body?.message ?? `The API returned status ${status}.`);
  }

  /** Each part of the query that is wrong, by its path. */
  get errors(): NonNullable<ErrorBody["errors"]> {
    return this.body?.errors ?? [];
  }

  /** By which the operator finds an internal error in the log. */
  get requestId(): string | null {
    return this.body?.requestId ?? null;
  }
}
