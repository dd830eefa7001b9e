/** The colour under which something stands in every chart. An ornament beside its name. */
export const ColorDot = ({ color }: { color: string }) =>
  /^#[0-9a-f]{6}$/i.test(color) ? (
    <span
      aria-hidden="true"
      className="inline-block size-2.5 shrink-0 rounded-full"
      style={{ backgroundColor: color }}
    />
  ) : null;
