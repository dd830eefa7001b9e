import { notFound } from "@tanstack/react-router";
import { isApiError } from "./apiError";

/** A loader asks with what the address names: what is refused as malformed can name nothing. */
const meansNothing = new Set(["NOT_FOUND", "BAD_REQUEST"]);

/** In a loader: what the call answers; the not-found page when it says that there is no such thing, or that there can be none. */
export async function orNotFound<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error) && meansNothing.has(String(error.data?.code))) throw notFound();
    throw error;
  }
}
