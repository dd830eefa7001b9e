import { showToast } from "../ui/toasts/toast";
import { errorMessage } from "./errorMessage";

/**
 * Callbacks of a mutation: refetches and shows a toast, or shows the error.
 * @param refresh refetches the page's data
 * @param done message after a success
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
