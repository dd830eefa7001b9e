import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { refetchChanged } from "./refetchChanged";

it("ignores the response to an initial fetch that started before the change", async () => {
  const queryClient = new QueryClient();
  const answers: ((views: string[]) => void)[] = [];
  const queryKey = ["views"];
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  const read = refetchChanged(queryClient, { queryKey });
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.([]);
  answers[1]?.(["Ondo"]);
  await read;
  expect(observer.getCurrentResult().data).toEqual(["Ondo"]);
  stop();
});

it("does not cancel inactive fetches, such as that of a page being opened", async () => {
  const queryClient = new QueryClient();
  const queryKey = ["user"];
  let answer = (_: string): void => {};
  const opening = queryClient.ensureQueryData({
    queryKey,
    queryFn: () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
  });
  await refetchChanged(queryClient, { queryKey });
  answer("Ada");
  expect(await opening).toBe("Ada");
});
