import { type Merged, type MergedKind, type Named, programmes } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { pluralize } from '../../lib/count.ts';
import { errorText } from '../../lib/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { DialogForm } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import { namingPaths } from './programmes.api.ts';
import classes from './programmes.module.css';

export interface Merging {
  readonly kind: MergedKind;
  /** The names to choose from; the first is preselected to stay if others are ticked. */
  readonly names: readonly Named[];
  /** Ids of the names that end, unless one is chosen to stay. */
  readonly ticked: readonly string[];
  /** The only name to merge: there is nothing to tick. */
  readonly ended?: Named;
}

const failed = 'The spellings could not be merged. Please try again.';

/** Chooses which name stays and which end; says what that changes before it is done. */
export const MergeForm = ({ kind, names, ended, ...initial }: Merging) => {
  const [ticked, setTicked] = useState(initial.ticked);
  const form = useForm({
    draftKey: null,
    initial: { into: initial.ticked.length > 0 ? (names[0]?.id ?? '') : '' },
    check: ({ into }): { into?: string; form?: string } => {
      if (into === '') return { into: 'Choose the name that stays' };
      if (othersOf(into).length === 0) return { form: 'Tick what is merged into it.' };
      if (asked.error) return { form: errorText(asked.error, failed) };
      return asked.data ? {} : { form: 'The merge is being counted. Please wait a moment.' };
    },
    // Otherwise a count that failed once would keep the dialog from doing anything.
    onChecked: () => {
      if (asked.error) void asked.refetch();
    },
    send: ({ into }): Promise<Merged> =>
      call(programmes.merge, { body: { kind, into, others: othersOf(into) }, slow: true }),
    done: ({ name, others }) => `${others.join(', ')} → ${name}: merged.`,
    refreshes: namingPaths,
    failed,
  });
  const othersOf = (into: string): string[] =>
    ended ? [ended.id] : ticked.filter((id) => id !== into);
  const { into } = form.values;
  const body = { kind, into, others: othersOf(into) };
  const asked = useQuery({
    queryKey: [programmes.countMerge.path, body],
    queryFn: ({ signal }) => call(programmes.countMerge, { body, signal }),
    enabled: into !== '' && body.others.length > 0 && !form.busy && !form.save.isSuccess,
    gcTime: 0,
    retry: false,
  });
  const people = kind === 'department' ? 'teacher' : 'student';
  return (
    <DialogForm
      {...form.props}
      action="Merge"
      busyAction="Merging..."
      lead="From then on the spellings that end are read as the name that stays, in records and in files. Nobody is enrolled or dropped: a subject takes in whom it has missed when its audience is saved again."
    >
      <SelectField
        label="Name that stays"
        data={[
          ...(initial.ticked.length > 0 ? [] : [{ value: '', label: 'Choose a name' }]),
          ...names.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.fieldProps('into')}
      />
      {!ended && (
        <fieldset className={classes['ticks']}>
          <legend>Merged into it</legend>
          {names
            .filter(({ id }) => id !== into)
            .map(({ id, name, people: count }) => (
              <Checkbox
                key={id}
                label={`${name} (${pluralize(count, people)})`}
                checked={ticked.includes(id)}
                onChange={({ currentTarget }) =>
                  setTicked(
                    currentTarget.checked ? [...ticked, id] : ticked.filter((one) => one !== id),
                  )
                }
              />
            ))}
        </fieldset>
      )}
      {asked.error && (
        <Banner kind="error">{errorText(asked.error, 'The merge could not be counted.')}</Banner>
      )}
      <output className={classes['count']}>
        {asked.isFetching && 'Counting...'}
        {asked.data && !asked.isFetching && (
          <>
            <strong>
              {asked.data.others.join(', ')} → {asked.data.name}:
            </strong>{' '}
            {[
              pluralize(asked.data.people, people),
              asked.data.subjectAudiences > 0 &&
                pluralize(
                  asked.data.subjectAudiences,
                  'audience of a subject',
                  'audiences of subjects',
                ),
              asked.data.eventAudiences > 0 &&
                pluralize(asked.data.eventAudiences, 'audience of an event', 'audiences of events'),
            ]
              .filter(Boolean)
              .join(', ')}
            . This cannot be undone; the history of each {people} keeps what it was.
          </>
        )}
      </output>
    </DialogForm>
  );
};
