import { dueAfter } from '@campus/contract';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatDay } from '../../../lib/day.ts';
import { unreadableFields } from '../../../lib/unreadable-fields.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateField, TextField } from '../../../ui/fields.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { borrowerQuery, lend, refreshLibrary } from '../library.api.ts';
import classes from '../library.module.css';

/** Who is being typed: the name, what they have, and why they may not borrow. */
const useBorrowerLine = (univId: string): string => {
  const [asked] = useDebouncedValue(univId.trim(), 300);
  const found = useQuery(borrowerQuery(asked));
  const current = asked !== '' && asked === univId.trim() ? found.data : undefined;
  if (!current) return 'Of a student or teacher';
  const [person] = current;
  if (!person) return 'No student or teacher has this university ID';
  if (person.refusal !== null) return person.refusal;
  const overdue = person.overdue > 0 ? `, ${person.overdue} overdue` : '';
  return `${person.personName}: ${person.loans} of ${person.maxLoans} books${overdue}`;
};

/** A copy for a person: the label or the ISBN, and the university ID. */
export const LendForm = ({ today }: { readonly today: string }) => {
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const blank = { item: '', univId: '', dueOn: dueAfter(today) };
  const save = useMutation({
    mutationFn: (sent: typeof blank) => lend(sent),
    onSuccess: async ({ title, personName, dueOn }) => {
      notifySuccess(`${title} is lent to ${personName} until ${formatDay(dueOn)}.`);
      clear();
      await refreshLibrary(client);
    },
    onError: (error) => {
      setProblem(refuseBy(error, 'The book could not be lent. Please try again.'));
    },
  });
  const busy = save.isPending;
  const { form, values, field, refuse, refuseBy, clear } = useFormFields(blank, busy);
  const line = useBorrowerLine(values.univId);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    const problems = {
      ...(!values.item.trim() && { item: 'Copy or ISBN is missing' }),
      ...(!values.univId.trim() && { univId: 'University ID is missing' }),
      ...((!values.dueOn || unreadableFields(event.currentTarget).includes('dueOn')) && {
        dueOn: 'Choose the day the book is due',
      }),
    };
    if (Object.keys(problems).length > 0) refuse(problems);
    else save.mutate(values);
  };
  return (
    <Card title="Lend">
      <form ref={form} noValidate onSubmit={submit}>
        {problem && (
          <div className={classes['above']}>
            <Banner kind="error" onDismiss={() => setProblem('')}>
              {problem}
            </Banner>
          </div>
        )}
        <fieldset disabled={busy} className={classes['fields']}>
          <TextField
            label="Copy or ISBN"
            required
            autoComplete="off"
            placeholder="12-1"
            {...field('item')}
          />
          <TextField
            label="University ID"
            required
            autoComplete="off"
            description={line}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            descriptionProps={{ 'aria-live': 'polite' }}
            {...field('univId')}
          />
          <DateField label="Due date" required {...field('dueOn')} />
        </fieldset>
        <Button type="submit" fullWidth className={classes['submit'] ?? ''} disabled={busy}>
          {busy ? 'Lending...' : 'Lend Book'}
        </Button>
      </form>
    </Card>
  );
};
