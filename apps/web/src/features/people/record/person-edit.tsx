import type { Field } from '@campus/contract';
import { useRecordEdit } from '../../../ui/record-edit/use-record-edit.ts';
import { RecordForm } from './record-form.tsx';
import type { Sections } from './record-sections.ts';
import { personWords } from './record-words.ts';
import { SectionInputs } from './section-inputs.tsx';

interface PersonEditProps<F extends string, Person> {
  readonly fields: Readonly<Record<F, Field>>;
  readonly sections: Sections<F>;
  readonly person: Person & { readonly id: string; readonly version: number };
  /** Refused when others have changed the record since this version. */
  readonly change: (seen: { id: string; version: number }, change: object) => Promise<Person>;
  readonly onSaved: (person: Person) => void;
  readonly onClose: () => void;
}

/** Every field of a person. */
export const PersonEdit = <F extends string, Person extends object>(
  props: PersonEditProps<F, Person>,
) => {
  const { fields, sections, person, change, onSaved, onClose } = props;
  const words = personWords(fields);
  const edit = useRecordEdit<Person>({
    fields,
    words,
    record: person,
    save: (version, changed) => change({ id: person.id, version }, changed),
    onSaved,
    onUnchanged: onClose,
  });
  return (
    <RecordForm edit={edit} words={words} title="Edit record" onCancel={onClose}>
      <SectionInputs
        fields={fields}
        sections={sections}
        isRequired={({ presence }) => presence !== undefined}
        form={edit}
        busy={edit.busy}
      />
    </RecordForm>
  );
};
