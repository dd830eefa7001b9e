import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../../rpc/errorMessage";
import { useTrpc } from "../../../rpc/useTrpc";
import { ErrorState } from "../../../ui/display/ErrorState";
import { Skeleton } from "../../../ui/display/Skeleton";
import { ApiKeyList } from "./ApiKeyList";
import { NewApiKey } from "./NewApiKey";

/** Creates, lists and revokes keys of the data API. */
export function ApiKeySettings() {
  const { apiKeys } = useTrpc();
  const keys = useQuery(apiKeys.list.queryOptions());
  const scopes = useQuery(apiKeys.scopes.queryOptions());
  const error = keys.error ?? scopes.error;
  const problem = error && (
    <ErrorState title="Your keys could not be loaded">{errorMessage(error)}</ErrorState>
  );
  if (keys.data === undefined || scopes.data === undefined)
    return problem ?? <Skeleton className="h-60 w-full" />;
  // A secret that is shown once stays visible while the list changes.
  return (
    <>
      <NewApiKey scopes={scopes.data} />
      {problem}
      <ApiKeyList keys={keys.data} />
    </>
  );
}
