import { createSerializationAdapter } from "@tanstack/react-router";
import { apiErrorOf, isApiError } from "./apiError";

/** Serializes API errors, so that a page that failed on the server keeps the message in the browser. */
export const apiErrors = createSerializationAdapter({
  key: "api-error",
  test: isApiError,
  toSerializable: ({ message, data }) => ({
    message,
    code: typeof data?.code === "string" ? data.code : null,
  }),
  fromSerializable: apiErrorOf,
});
