import type { MarketStore } from "#stores";

/** A store whose statements fail from the n-th writing one on, as in a process that was killed. */
export function killedAfter(store: MarketStore, statements: number): MarketStore {
  let left = statements;
  return aroundWrites(store, async (run) => {
    left -= 1;
    if (left < 0) throw new Error("killed");
    return run();
  });
}

/** A store that runs a check after every statement that writes. */
export function checkedAfterWrites(store: MarketStore, check: () => Promise<void>): MarketStore {
  return aroundWrites(store, async (run) => {
    const result = await run();
    await check();
    return result;
  });
}

function aroundWrites(store: MarketStore, around: <R>(run: () => Promise<R>) => Promise<R>): MarketStore {
  const write =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      around(() => run(...args));
  return {
    ...store,
    run: write(store.run),
    insert: write(store.insert),
    insertTabSeparated: write(store.insertTabSeparated),
    insertColumns: write(store.insertColumns),
    seeing: (conditions) => aroundWrites(store.seeing(conditions), around),
  };
}
