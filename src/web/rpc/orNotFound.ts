import { notFound } from "@tanstack/react-router";
import { isApiError } from "./apiError";

/** In a loader: what the call answers; the not-found page when it says there is no such thing. */
export async function orNotFound<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error) && error.data?.code === "NOT_FOUND") throw notFound();
    throw error;
  }
}
