import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { ANALYTICS_PATH, AUTH_PATH, MCP_PATH, refusedCall, TRPC_PATH } from "#api";
import { CONTACT_PATH, TooLargeError } from "#domain";

type Refusal = (error: TooLargeError) => Response | Promise<Response>;

const inJson: Refusal = ({ message }) => Response.json({ message }, { status: 413 });

/** Maximum body size by path, with the shape of the error. */
const limits: readonly [path: string, maxSize: number, refusal: Refusal][] = [
  // A form with an email address and a token.
  [AUTH_PATH, 16_384, inJson],
  // A profile or a query.
  [TRPC_PATH, 262_144, refusedCall],
  [ANALYTICS_PATH, 1_000_000, inJson],
  // One message of an agent.
  [MCP_PATH, 262_144, inJson],
  // A message of at most 4,000 characters, each up to twelve bytes when form-encoded.
  [CONTACT_PATH, 65_536, inJson],
];

/** Limits request bodies, so that they cannot exhaust the memory of the process. */
export function bodyLimits(): Hono {
  const app = new Hono();
  for (const [path, maxSize, refusal] of limits) {
    const error = new TooLargeError(`Request bodies are limited to ${maxSize.toLocaleString("en")} bytes.`);
    app.use(`${path}/*`, bodyLimit({ maxSize, onError: () => refusal(error) }));
  }
  return app;
}
