import { showToast } from "../ui/toasts/toast";
import { errorMessage } from "./errorMessage";

/**
 * What follows a change: what it touched is read again, then it is said; a failure is told in words.
 * @param refresh reads again what the page shows
 * @param done what is said then
 */
export const afterChange = <Input>(
  refresh: () => Promise<unknown>,
  done: string | ((input: Input) => string),
): {
  onSuccess: (answer: unknown, input: Input) => Promise<void>;
  onError: (error: unknown) => void;
} => ({
  onSuccess: async (_, input) => {
    await refresh();
    showToast({ message: typeof done === "string" ? done : done(input), variant: "success" });
  },
  onError: (error) => {
    void refresh();
    showToast({ message: errorMessage(error), variant: "danger" });
  },
});
