import { Button } from '@mantine/core';
import { type BookField, bookFields, fieldNames } from '@campus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { blankOf, type Draft, sentValues, unreadable } from '../../../lib/field-values.ts';
import { unreadableFields } from '../../../lib/unreadable-fields.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { BookFields, bookProblems } from '../books/book-fields.tsx';
import { createBook, refreshLibrary } from '../library.api.ts';
import classes from '../library.module.css';

const names = fieldNames(bookFields);
const blank: Draft = { ...blankOf(names), copies: '1' };

/** A new book of the catalogue. */
export const AddBookForm = () => {
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
