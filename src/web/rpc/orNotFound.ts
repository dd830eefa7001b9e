import { notFound } from "@tanstack/react-router";
import { isApiError } from "./apiError";

/** Loaders call with names from the URL: a malformed name cannot exist. */
const meansNothing = new Set(["NOT_FOUND", "BAD_REQUEST"]);

/** For loaders: the result of a call, or the not-found page if it fails with one of these codes. */
export async function orNotFound<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error) && meansNothing.has(String(error.data?.code))) throw notFound();
    throw error;
  }
}
