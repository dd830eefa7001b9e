import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { CodeBlock, type CodeBlockProps } from "../display/CodeBlock";
import { Button, type ButtonProps } from "./Button";
import { useCopy } from "./useCopy";

export interface CopyTextProps extends CodeBlockProps {
  button?: Pick<ButtonProps, "size" | "variant">;
  /** Content between the code and the button. */
  children: ReactNode;
}

/** Code or a formula with a copy button. */
export function CopyText({ button, children, ...block }: CopyTextProps) {
  const { copy, said } = useCopy(block.code);
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock {...block} />
      {children}
      <div className="flex items-center gap-3">
        <Button {...button} onClick={copy}>
          <Copy className="size-3.5" aria-hidden="true" />
          Copy
        </Button>
        <p role="status" className="text-md text-muted">
          {said}
        </p>
      </div>
    </div>
  );
}
