import { Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { InputProblem } from "#domain";
import { Button } from "../../ui/controls/Button";
import { Form } from "../../ui/forms/Form";
import { JsonField } from "../explorer/JsonField";
import { jsonProblem } from "../explorer/jsonProblem";
import { type ChartDefinition, readChart } from "./chartDefinition";

export interface ChartJsonProps {
  text: string;
  /** Errors of the initial text. */
  given: readonly InputProblem[];
  onDraw: (chart: ChartDefinition) => void;
}

/** The definition of a chart as JSON. Errors are named by path. */
export function ChartJson({ text, given, onDraw }: ChartJsonProps) {
  const [words, setWords] = useState(text);
  const [problems, setProblems] = useState(given);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const broken = jsonProblem(words);
    if (broken !== null) return setProblems([{ path: "chart", message: broken }]);
    const read = readChart(JSON.parse(words));
    setProblems(read.problems);
    if (read.chart !== null) onDraw(read.chart);
  };
  return (
    <Form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <JsonField
        label="Chart"
        value={words}
        error={
          problems.length === 0 ? null : problems.map(({ path, message }) => `${path}: ${message}`).join("; ")
        }
        onChange={setWords}
        rows={20}
      />
      <div>
        <Button type="submit" variant="primary">
          <Play aria-hidden="true" className="size-3.5" />
          Draw chart
        </Button>
      </div>
    </Form>
  );
}
