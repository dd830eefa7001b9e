/** A sentence of the API documentation. Text in backticks is shown as code. */
export const Prose = ({ text }: { text: string }) =>
  text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change order.
      <code key={index} className="font-mono text-[0.95em]">
        {part}
      </code>
    ),
  );
