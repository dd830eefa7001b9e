/** A row of the data API. */
export type ApiRow = Record<string, unknown>;

export interface ApiResponse {
  results: ApiRow[];
  pagination: { resultCount: number };
}

/** Calls the data API of a running product. Throws the body of an error response. */
export async function callApi(
  { site, key }: { site: string; key: string },
  path: string,
  query: object,
): Promise<ApiResponse> {
  const url = `${site}/api/v4${path}?${new URLSearchParams({ query: JSON.stringify(query) })}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as ApiResponse;
}

/** Latest value of a metric in a row of the data API. */
export function valueIn(row: ApiRow | undefined, metric: string): number | null {
  const cell = row?.[metric];
  return typeof cell === "object" && cell !== null && "val" in cell && typeof cell.val === "number"
    ? cell.val
    : null;
}
