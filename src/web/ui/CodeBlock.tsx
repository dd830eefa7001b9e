interface CodeBlockProps {
  /** What it is, for those who do not see it. */
  label: string;
  code: string;
  /** Its greatest height. */
  height?: "max-h-80" | "max-h-96";
}

/** Text of a program or an answer, which scrolls where it is large. */
export const CodeBlock = ({ label, code, height = "max-h-80" }: CodeBlockProps) => (
  <section
    className={`slim-scroll ${height} overflow-auto rounded-md bg-sunken p-3`}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keyboard
    tabIndex={0}
    aria-label={label}
  >
    <pre className="text-sm">
      <code>{code}</code>
    </pre>
  </section>
);
