import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and while scripts take its page over, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
