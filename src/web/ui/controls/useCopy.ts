import { useState } from "react";

/**
 * Copies a text and returns a message about the result; blank before. Browsers can deny access: the text can
 * still be selected.
 */
export function useCopy(text: string): { copy: () => void; said: string } {
  const [said, setSaid] = useState("");
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setSaid("Copied"),
      () => setSaid("Select the text to copy it"),
    );
  };
  return { copy, said };
}
