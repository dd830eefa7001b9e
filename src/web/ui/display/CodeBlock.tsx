import clsx from "clsx";

export interface CodeBlockProps {
  /** Accessible name. */
  label: string;
  code: string;
  /** Wraps long lines, and selects all on click. */
  wraps?: boolean;
  /** Classes for maximum height and background. */
  className?: string;
}

/** Code or a response in a scrollable block. */
export const CodeBlock = ({
  label,
  code,
  wraps = false,
  className = "max-h-80 rounded-md bg-sunken p-3",
}: CodeBlockProps) => (
  <section
    className={clsx("slim-scroll overflow-auto", className)}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    tabIndex={0}
    aria-label={label}
  >
    <pre className={clsx("text-sm", wraps && "select-all whitespace-pre-wrap break-all")}>
      <code>{code}</code>
    </pre>
  </section>
);
