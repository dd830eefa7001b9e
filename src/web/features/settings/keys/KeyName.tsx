import type { ReactNode } from "react";
import { Badge } from "../../../ui/display/Badge";
import type { apiKeyState } from "./apiKeyState";

export interface KeyNameProps {
  name: string;
  prefix: string;
  state: ReturnType<typeof apiKeyState>;
  /** Further badges. */
  children?: ReactNode;
}

/** Name and prefix of a key, and its state. */
export const KeyName = ({ name, prefix, state, children }: KeyNameProps) => (
  <p className="flex flex-wrap items-center gap-2 font-medium text-md">
    <span className="truncate">{name}</span>
    <code className="font-mono text-muted text-sm">{prefix}…</code>
    {state !== "live" && (
      <Badge variant="danger" size="xs">
        {state === "revoked" ? "Revoked" : "Expired"}
      </Badge>
    )}
    {children}
  </p>
);
