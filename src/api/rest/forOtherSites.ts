import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { DATA_VERSION_HEADER, SAMPLE_HEADER } from "#domain/api";

export const METHODS = ["GET", "HEAD", "OPTIONS"];

const exposedHeaders = [
  "ETag",
  "Retry-After",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
  "Warning",
  "X-Request-Id",
  "Deprecation",
  "Link",
  "Location",
  "Content-Disposition",
  SAMPLE_HEADER,
  DATA_VERSION_HEADER,
];

/**
 * CORS headers that let pages of every site read responses; requests need a secret that is sent explicitly, never a cookie. Exposes the listed headers in addition to the safelisted ones.
 */
export const forOtherSites = (more: readonly string[]): MiddlewareHandler =>
  cors({
    origin: "*",
    allowMethods: METHODS,
    exposeHeaders: [...exposedHeaders, ...more],
    maxAge: 86_400,
  });
