import { Button } from "../../ui/controls/Button";
import { Select } from "../../ui/controls/Select";
import { Card } from "../../ui/display/Card";
import { Form, SubmitButton } from "../../ui/forms/Form";
import { TextField } from "../../ui/forms/TextField";
import type { ImportDetail } from "./importList";
import { daysProblem, everything, type UndoChoices } from "./undoChoices";

export interface UndoChoiceProps extends ImportDetail {
  choices: UndoChoices;
  /** True while a correction runs. */
  isBusy: boolean;
  onChange: (choices: UndoChoices) => void;
  /** Shows what would change. */
  onShow: () => void;
}

const optionsOf = (names: ImportDetail["parts"]["metrics"]) =>
  names.map(({ name, values }) => ({ value: name, label: name, hint: values.toLocaleString("en-US") }));

/** The choice of days, metrics and entities of an import. */
export function UndoChoice({ source, parts, choices, isBusy, onChange, onShow }: UndoChoiceProps) {
  const set = (change: Partial<UndoChoices>) => onChange({ ...choices, ...change });
  const problem = daysProblem(choices);
  const isLimited = parts.entityCount > parts.entities.length;
  const isChosen = JSON.stringify(choices) !== JSON.stringify(everything);
  const range = { min: source.firstDay ?? undefined, max: source.lastDay ?? undefined };
  return (
    <Card
      title="Take figures back"
      description="All figures stored under this import, or only those chosen here. Nothing changes until you confirm."
    >
      <Form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null && !isBusy) onShow();
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="from"
            label="First day (optional)"
            type="date"
            {...range}
            value={choices.from}
            onChange={(from) => set({ from })}
          />
          <TextField
            name="to"
            label="Last day (optional)"
            type="date"
            {...range}
            value={choices.to}
            error={problem}
            onChange={(to) => set({ to })}
          />
          <Select
            multiple
            label="Metrics (optional)"
            placeholder={`All ${parts.metrics.length.toLocaleString("en-US")}`}
            options={optionsOf(parts.metrics)}
            value={choices.metrics}
            onChange={(metrics) => set({ metrics })}
          />
          <Select
            multiple
            label="Assets and tokens (optional)"
            placeholder={`All ${parts.entityCount.toLocaleString("en-US")}`}
            options={optionsOf(parts.entities)}
            value={choices.entities}
            hint="An asset includes its tokens."
            onChange={(entities) => set({ entities })}
          />
          {isLimited && (
            <TextField
              name="further"
              label="Further assets and tokens (optional)"
              hint={`The list above has the ${parts.entities.length} with most figures. Separate names by commas.`}
              autoComplete="off"
              value={choices.further}
              onChange={(further) => set({ further })}
            />
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <SubmitButton disabled={problem !== null || isBusy}>Show what would change</SubmitButton>
          {isChosen && <Button onClick={() => onChange(everything)}>Choose all figures</Button>}
        </div>
      </Form>
    </Card>
  );
}
