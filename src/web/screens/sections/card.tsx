import { entityOf } from "#domain/resources";
import { FactList } from "../../features/resourceList/FactList";
import { Card } from "../../ui/display/Card";
import type { Section } from "../frame/section";
import type { FactSubject, Subject } from "../frame/subject";

/** A section in a card without padding. */
export const card = <S extends Subject>(title: string, { load, show }: Section<S>): Section<S> => ({
  load,
  show: (context) => (
    <Card title={title} padded={false}>
      {show(context)}
    </Card>
  ),
});

export interface FactsOptions<S extends FactSubject> {
  fields: readonly string[];
  /** Content below the facts in their card. */
  more?: Section<S>;
}

/** The facts of an entity, including unknown ones. */
export const facts = <S extends FactSubject>({ fields, more }: FactsOptions<S>): Section<S> => ({
  load: (context) => more?.load(context) ?? Promise.resolve(),
  show: (context) => {
    const { kind, row } = context.subject;
    return (
      <Card title="Key facts">
        <FactList resource={entityOf(kind).resource} row={row} fields={fields} foldsUnknown />
        {more?.show(context)}
      </Card>
    );
  },
});
