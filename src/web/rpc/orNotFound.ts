import { notFound } from "@tanstack/react-router";
import { isApiError } from "./apiError";

/** No call of a loader is wrong but for what the address names: an id that is none belongs to nothing. */
const meansNothing = new Set(["NOT_FOUND", "BAD_REQUEST"]);

/** In a loader: what the call answers; the not-found page when it says that there is no such thing, or could be none. */
export async function orNotFound<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error) && meansNothing.has(String(error.data?.code))) throw notFound();
    throw error;
  }
}
