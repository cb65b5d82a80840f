import { type BookField, bookFields, dueAfter, fieldNames } from '@campus/contract';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { campusQuery } from '../../../lib/campus.ts';
import { formatDay } from '../../../lib/day.ts';
import { blankOf, type Draft, sentValues, unreadable } from '../../../lib/field-values.ts';
import { unreadableFields } from '../../../lib/unreadable-fields.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CardColumns, CardStack } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateField, TextField } from '../../../ui/fields.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { BookFields, bookProblems } from '../books/book-fields.tsx';
import { borrowerQuery, createBook, lend, refreshLibrary } from '../library.api.ts';
import { LibraryLists } from './library-lists.tsx';
import { ReturnForm } from './return-form.tsx';
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
const LendForm = ({ today }: { readonly today: string }) => {
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

const names = fieldNames(bookFields);
const blank: Draft = { ...blankOf(names), copies: '1' };

/** A new book of the catalogue. */
const AddBookForm = () => {
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const save = useMutation({
    mutationFn: (sent: Draft) => createBook(sentValues(bookFields, names, sent)),
    onSuccess: async ({ title }) => {
      notifySuccess(`${title} is in the catalogue.`);
      clear();
      await refreshLibrary(client);
    },
    onError: (error) => {
      setProblem(refuseBy(error, 'The book could not be added. Please try again.'));
    },
  });
  const busy = save.isPending;
  const { form, values, refuse, refuseBy, clear, ...bound } = useFormFields(blank, busy);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    const half = unreadableFields(event.currentTarget);
    const problems = {
      ...bookProblems(values),
      ...Object.fromEntries(half.map((name) => [name, unreadable(bookFields[name as BookField])])),
    };
    if (Object.keys(problems).length > 0) refuse(problems);
    else save.mutate(values);
  };
  return (
    <Card title="Add New Book" actions={<Link to="/admin/library/import">Import a catalogue</Link>}>
      <form ref={form} noValidate onSubmit={submit}>
        {problem && (
          <div className={classes['above']}>
            <Banner kind="error" onDismiss={() => setProblem('')}>
              {problem}
            </Banner>
          </div>
        )}
        <fieldset disabled={busy} className={classes['fields']}>
          <BookFields form={bound} />
        </fieldset>
        <Button type="submit" fullWidth className={classes['submit'] ?? ''} disabled={busy}>
          {busy ? 'Adding...' : 'Add Book'}
        </Button>
      </form>
    </Card>
  );
};

/** The library's desk: new books, lending and returns, and every list of the library. */
export default function AdminLibraryPage() {
  const campus = useQuery(campusQuery);
  return (
    <>
      <PageHead title="Library Management" />
      <CardColumns side={360} stackedTo={1080}>
        <CardStack>
          <AddBookForm />
          {campus.data && <LendForm today={campus.data.today} />}
          <ReturnForm />
        </CardStack>
        <LibraryLists />
      </CardColumns>
    </>
  );
}
