/** A sentence of the API's documentation, in which code stands between backticks. */
export const Prose = ({ text }: { text: string }) =>
  text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places.
      <code key={index} className="font-mono text-[0.95em]">
        {part}
      </code>
    ),
  );
