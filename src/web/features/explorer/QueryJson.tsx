import { Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/controls/Button";
import { Form } from "../../ui/forms/Form";
import { JsonField } from "./JsonField";
import { jsonProblem } from "./jsonProblem";

export interface QueryJsonProps {
  /** The query as formatted JSON. */
  text: string;
  onRun: (text: string) => void;
  isBusy: boolean;
}

/** Editor for the query as JSON. The API reports errors. */
export function QueryJson({ text, onRun, isBusy }: QueryJsonProps) {
  const [words, setWords] = useState(text);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = words.trim() === "" ? null : jsonProblem(words);
    setProblem(found);
    if (found === null) onRun(words);
  };
  return (
    <Form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <JsonField label="Query" value={words} error={problem} onChange={setWords} />
      <div>
        <Button type="submit" variant="primary" loading={isBusy}>
          <Play aria-hidden="true" className="size-3.5" />
          Run query
        </Button>
      </div>
    </Form>
  );
}
