import clsx from "clsx";

export interface CodeBlockProps {
  /** What it is, for those who do not see it. */
  label: string;
  code: string;
  /** A long line goes on below instead of to the right, and a click selects it all. */
  wraps?: boolean;
  /** Its greatest height, and the ground on which it stands. */
  className?: string;
}

/** Text of a program or an answer, which scrolls where it is large. */
export const CodeBlock = ({
  label,
  code,
  wraps = false,
  className = "max-h-80 rounded-md bg-sunken p-3",
}: CodeBlockProps) => (
  <section
    className={clsx("slim-scroll overflow-auto", className)}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keyboard
    tabIndex={0}
    aria-label={label}
  >
    <pre className={clsx("text-sm", wraps && "select-all whitespace-pre-wrap break-all")}>
      <code>{code}</code>
    </pre>
  </section>
);
