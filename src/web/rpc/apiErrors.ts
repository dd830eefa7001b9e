import { createSerializationAdapter } from "@tanstack/react-router";
import { apiErrorOf, isApiError } from "./apiError";

/** A page that failed on the server keeps the API's words when the browser takes over. */
export const apiErrors = createSerializationAdapter({
  key: "api-error",
  test: isApiError,
  toSerializable: ({ message, data }) => ({
    message,
    code: typeof data?.code === "string" ? data.code : null,
  }),
  fromSerializable: apiErrorOf,
});
