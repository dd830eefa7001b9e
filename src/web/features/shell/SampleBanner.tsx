import { FlaskConical } from "lucide-react";

/** Shown on every page while any figure may come from sample data. */
export const SampleBanner = ({
  progress,
  hasReal,
}: {
  /** 0 to 1 while the sample data is being generated. */
  progress: number | null;
  /** True if there are real figures too; charts then mark the sample ones. */
  hasReal: boolean;
}) => (
  <section
    aria-label="Sample data"
    className="flex items-start gap-2 border-b bg-caution-soft px-4 py-1.5 text-caution text-sm lg:px-6"
  >
    <FlaskConical aria-hidden="true" className="mt-px size-3.5 shrink-0" />
    <p>
      <strong className="font-semibold">Sample data:</strong>{" "}
      {hasReal
        ? "assets without imported data show generated figures that do not describe a real market. Charts containing them are marked."
        : "figures are generated for demonstration and do not describe a real market."}
      {progress !== null && progress < 1 && ` Generating: ${Math.floor(progress * 100)}%.`}
    </p>
  </section>
);
