import type { Error as ErrorBody } from "./schema.gen.js";

/** An error response of the API. */
export class CadastreError extends Error {
  override readonly name = "CadastreError";
  constructor(
    /** HTTP status. */
    readonly status: number,
    /** Body of the response; null if the response is not from the API, such as a proxy's. */
    readonly body: ErrorBody | null,
  ) {
    super(body?.message ?? `The API returned status ${status}.`);
  }

  /** Each invalid part of the query, with its path. */
  get errors(): NonNullable<ErrorBody["errors"]> {
    return this.body?.errors ?? [];
  }

  /** Identifies an internal error in the operator's log. */
  get requestId(): string | null {
    return this.body?.requestId ?? null;
  }
}
