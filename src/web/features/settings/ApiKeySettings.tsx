import { useQuery } from "@tanstack/react-query";
import { errorInWords } from "../../rpc/errorInWords";
import { useTrpc } from "../../rpc/useTrpc";
import { ErrorState } from "../../ui/ErrorState";
import { Skeleton } from "../../ui/Skeleton";
import { ApiKeyList } from "./ApiKeyList";
import { NewApiKey } from "./NewApiKey";

/** Keys of the data API: making, seeing and ending them. */
export function ApiKeySettings() {
  const keys = useQuery(useTrpc().apiKeys.list.queryOptions());
  if (keys.isError) {
    return <ErrorState title="Your keys could not be loaded">{errorInWords(keys.error)}</ErrorState>;
  }
  if (keys.isPending) return <Skeleton className="h-60 w-full" />;
  return (
    <>
      <NewApiKey scopes={keys.data.scopes} />
      <ApiKeyList keys={keys.data.keys} />
    </>
  );
}
