import { createSerializationAdapter } from "@tanstack/react-router";
import { createStart } from "@tanstack/react-start";
import { TRPCClientError } from "@trpc/client";

/** A page that failed on the server keeps the API's words when the browser takes over. */
const apiErrors = createSerializationAdapter({
  key: "api-error",
  test: (value): value is TRPCClientError<never> => value instanceof TRPCClientError,
  toSerializable: (error) => ({ message: error.message, code: codeOf(error) }),
  fromSerializable: ({ message, code }) =>
    TRPCClientError.from<never>({ error: { message, code: -32603, data: { code } } }),
});

const codeOf = ({ data }: { data: unknown }): string | null =>
  typeof data === "object" && data !== null && "code" in data && typeof data.code === "string"
    ? data.code
    : null;

export const startInstance = createStart(() => ({ serializationAdapters: [apiErrors] }));
