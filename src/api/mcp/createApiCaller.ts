import type { z } from "zod";
import { errorSchema } from "#domain/api";
import { formatCount } from "#domain/text";
import type { CallApi } from "./agentTools";

/** The message of an error; if several parts of a query are invalid, one line each. */
const wordsOf = ({ message, errors = [] }: z.infer<typeof errorSchema>): string =>
  errors.length < 2 ? message : errors.map((one) => `${one.path}: ${one.message}`).join("\n");

/** Calls the API over HTTP with a key. `request` can also be the API's own handler. */
export const createApiCaller =
  (
    request: (url: URL, init: { headers: Record<string, string> }) => Response | Promise<Response>,
    { baseUrl, authorization }: { baseUrl: string; authorization: string },
  ): CallApi =>
  async (path, parameters) => {
    const url = new URL(`${baseUrl.replace(/\/+$/, "")}/api/v4${path}`);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const response = await request(url, { headers: { authorization } });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return body;
    const errorBody = errorSchema.safeParse(body);
    const wait = response.headers.get("retry-after");
    throw new Error(
      `${errorBody.success ? wordsOf(errorBody.data) : `The API returned status ${response.status}.`}${
        wait === null || !/^\d+$/.test(wait) ? "" : ` Retry after ${formatCount(Number(wait), "second")}.`
      }`,
    );
  };
