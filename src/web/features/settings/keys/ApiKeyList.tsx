import type { inferRouterOutputs } from "@trpc/server";
import { KeyRound } from "lucide-react";
import type { AppRouter } from "#api";
import { Card } from "../../../ui/display/Card";
import { EmptyState } from "../../../ui/display/EmptyState";
import { ApiKeyRow } from "./ApiKeyRow";

export type ListedApiKey = inferRouterOutputs<AppRouter>["apiKeys"]["list"][number];

/** The keys of the organization, without their secrets. */
export const ApiKeyList = ({ keys }: { keys: readonly ListedApiKey[] }) => (
  <Card title="Keys" padded={false}>
    {keys.length === 0 ? (
      <EmptyState icon={<KeyRound strokeWidth={1.5} />} title="No keys yet">
        Create a key to access the data from your own applications.
      </EmptyState>
    ) : (
      <ul className="divide-y">
        {keys.map((key) => (
          <li key={key.id} className="flex flex-col gap-2 px-4 py-3">
            <ApiKeyRow listed={key} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);
