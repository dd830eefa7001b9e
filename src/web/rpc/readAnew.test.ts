import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { readAnew } from "./readAnew";

it("takes no answer of a first read that began before the change", async () => {
  const queryClient = new QueryClient();
  const answers: ((views: string[]) => void)[] = [];
  const queryKey = ["views"];
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  const read = readAnew(queryClient, { queryKey });
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.([]);
  answers[1]?.(["Ondo"]);
  await read;
  expect(observer.getCurrentResult().data).toEqual(["Ondo"]);
  stop();
});
