import { type Added, capitalise, type Field, people } from '@campus/contract';
import { Button } from '@mantine/core';
import { type Icon, IconPencil } from '@tabler/icons-react';
import { useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { May, type Needed } from '../../../lib/may-call.tsx';
import { formatDay } from '../../../lib/day.ts';
import { addedInWords } from '../../../lib/instant.ts';
import { readValue } from '../../../lib/field-values.ts';
import { invalidate } from '../../../lib/query.ts';
import { useLeaveGuard } from '../../../lib/use-leave-guard.ts';
import { Card, CardColumns, CardStack, Page } from '../../../ui/page.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { ConfirmDialog, IconButton } from '../../../ui/actions.tsx';
import { FormMessages } from '../../../ui/form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useRecordEdit } from '../../../ui/use-record-edit.ts';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { HistoryCard } from './history-card.tsx';
import { inSections, type Sections } from './record-sections.ts';
import { personLabels } from './record-labels.ts';
import { SectionInputs } from './section-inputs.tsx';
import formClasses from './record-form.module.css';
import classes from './record-page.module.css';

interface FieldsProps<F extends string> {
  readonly fields: Readonly<Record<F, Field>>;
  readonly sections: Sections<F>;
}

interface PersonEditProps<F extends string, Person> extends FieldsProps<F> {
  readonly person: Person & { readonly id: string; readonly version: number };
  /** Refused if others have changed the record since this version. */
  readonly change: (seen: { id: string; version: number }, change: object) => Promise<Person>;
  readonly onSaved: (person: Person) => void;
  readonly onClose: () => void;
}

/** Edits every field of a person; asks before unsaved text is left. */
const PersonEdit = <F extends string, Person extends object>(props: PersonEditProps<F, Person>) => {
  const { fields, sections, person, change, onSaved, onClose } = props;
  const words = personLabels(fields);
  const edit = useRecordEdit<Person>({
    draftKey: `person ${person.id}`,
    fields,
    words,
    record: person,
    save: (version, changed) => change({ id: person.id, version }, changed),
    onSaved,
    onUnchanged: onClose,
  });
  const { form, onSubmit, busy, ...messages } = edit.props;
  const leaving = useLeaveGuard(() => edit.dirty);
  const cancel = (): void => {
    edit.discardDraft();
    onClose();
  };
  return (
    <Card title="Edit record">
      <form ref={form} noValidate onSubmit={onSubmit} className={formClasses['form']}>
        <FormMessages {...messages} {...words} />
        <SectionInputs
          fields={fields}
          sections={sections}
          isRequired={({ presence }) => presence !== undefined}
          form={edit}
          busy={busy}
        />
        <div className={formClasses['actions']}>
          <Button variant="default" size="md" onClick={cancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" size="md" disabled={busy}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
      <ConfirmDialog {...leaving.dialog} title="Leave without saving?">
        What you have typed into this record is not stored yet.
      </ConfirmDialog>
    </Card>
  );
};

/** Everything known about a person, except the name, which is the page's title. */
const PersonDetails = <F extends string>(props: FieldsProps<F> & { readonly person: object }) => {
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

interface RecordPageProps<F extends string, Person>
  extends FieldsProps<F>, Pick<PersonEditProps<F, Person>, 'change'> {
  readonly options: UseQueryOptions<Person>;
  /** The endpoint that changes the record. */
  readonly needs: Needed;
  /** The kind of record: "student". */
  readonly of: string;
  readonly icon: Icon;
  readonly list: { readonly to: string; readonly label: string };
  readonly line: (person: Person) => ReactNode;
  /** Other actions on the record; they pass on the record as stored then. */
  readonly renderActions?: (person: Person, onStored: (person: Person) => void) => ReactNode;
  /** Below the details. */
  readonly renderMore?: (person: Person) => ReactNode;
  /** Beside the record: what other features know about the person. */
  readonly renderBeside: (person: Person) => ReactNode;
}

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly added?: Added | null | undefined;
  readonly version: number;
}

/** One person: all details, history, and a registrar's actions. The link back restores the list as it was left. */
export const RecordPage = <F extends string, Person extends Stored>(
  props: RecordPageProps<F, Person>,
) => {
  const { options, fields, sections, change, of, icon, list, line } = props;
  const client = useQueryClient();
  const query = useQuery(options);
  const { data: person } = query;
  const [editing, setEditing] = useState(false);
  const store = (stored: Person): void => {
    client.setQueryData<Person>(options.queryKey, stored);
    // A person appears in many places: lists, rosters, accounts.
    void invalidate(client);
  };
  const back = (
    <Link to={list.to} search>
      {list.label}
    </Link>
  );
  const heading = capitalise(of);
  return (
    <Page
      title={person?.name ?? heading}
      line={
        person && (
          <>
            {back} · {line(person)}
            {addedInWords(person.added)}
          </>
        )
      }
      actions={
        person &&
        !editing && (
          <>
            {props.renderActions?.(person, store)}
            <IconButton icon={IconPencil} needs={props.needs} onClick={() => setEditing(true)}>
              Edit
            </IconButton>
          </>
        )
      }
    >
      <Loaded
        query={query}
        what={of}
        rows={8}
        columns={2}
        missing={{ icon, text: `There is no such ${of}.`, action: back }}
      >
        {(loaded) =>
          editing ? (
            <div className={classes['editing']}>
              <PersonEdit
                fields={fields}
                sections={sections}
                person={loaded}
                change={change}
                onClose={() => setEditing(false)}
                onSaved={(stored) => {
                  setEditing(false);
                  store(stored);
                  notifySuccess('Record saved.');
                }}
              />
            </div>
          ) : (
            <CardColumns side={380} at="right">
              <CardStack>
                <PersonDetails fields={fields} sections={sections} person={loaded} />
                {props.renderMore?.(loaded)}
                <May call={people.readHistory}>
                  <HistoryCard personId={loaded.id} fields={fields} />
                </May>
              </CardStack>
              <CardStack>{props.renderBeside(loaded)}</CardStack>
            </CardColumns>
          )
        }
      </Loaded>
    </Page>
  );
};
