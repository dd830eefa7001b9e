import type { ExplainedFigure } from "#domain";
import { Figure } from "../../format/Figure";
import { fitFormat } from "../../format/fitFormat";
import { formatDate } from "../../format/formatDate";
import { measureFormat } from "../../format/measureFormat";
import { FigureMarks } from "./FigureMarks";

/** The inputs of a derived figure, and recursively their inputs. */
export const InputTree = ({ inputs }: { inputs: readonly ExplainedFigure[] }) => (
  <ul className="flex flex-col gap-2 border-l pl-3">
    {inputs.map((input) => (
      <li key={`${input.measure.slug} ${input.value}`} className="flex flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{input.measure.label}</span>
          <Figure
            value={input.value}
            unit={input.measure.unit}
            format={fitFormat({ ...input.measure, format: measureFormat(input.measure) }, [input.value])}
          />
          {input.date !== null && (
            <span className="text-faint text-sm">
              {input.over_days !== undefined && `${input.over_days} days to `}
              <time dateTime={input.date}>{formatDate(input.date)}</time>
            </span>
          )}
          <FigureMarks {...input} />
        </span>
        <span className="text-muted text-sm">{input.formula}</span>
        {input.inputs.length > 0 && <InputTree inputs={input.inputs} />}
      </li>
    ))}
  </ul>
);
