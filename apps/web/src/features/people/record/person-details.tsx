import type { Field } from '@campus/contract';
import { formatDay } from '../../../lib/day.ts';
import { readValue } from '../../../lib/field-values.ts';
import { Card } from '../../../ui/card.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { inSections, type Sections } from './record-sections.ts';

interface PersonDetailsProps<F extends string> {
  readonly fields: Readonly<Record<F, Field>>;
  readonly sections: Sections<F>;
  readonly person: object;
}

/** All that is known about a person whose name stands above. */
export const PersonDetails = <F extends string>(props: PersonDetailsProps<F>) => {
  const { fields, sections, person } = props;
  const inWords = (name: F) => {
    const value = readValue(fields, name, person);
    return fields[name].type === 'day' && value !== null ? formatDay(String(value)) : value;
  };
  return inSections(sections).map(([title, names], at) => (
    <Card key={title} title={at === 0 ? 'Details' : title}>
      <DefinitionList
        items={names
          .filter((name) => name !== 'name')
          .map((name) => [fields[name].label, inWords(name)])}
      />
    </Card>
  ));
};
