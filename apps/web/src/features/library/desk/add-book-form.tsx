import { Button } from '@mantine/core';
import { readIsbn } from '@campus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { BookFields, type BookValues, bookProblems, numberOf } from '../books/book-fields.tsx';
import { createBook, refreshLibrary } from '../library.api.ts';
import classes from '../library.module.css';

const blank: BookValues = { title: '', author: '', isbn: '', copies: '1', shelf: '', year: '' };

/** A new book of the catalogue. */
export const AddBookForm = () => {
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const save = useMutation({
    mutationFn: (sent: BookValues) =>
      createBook({
        title: sent.title,
        author: sent.author,
        isbn: sent.isbn,
        shelf: sent.shelf,
        copies: Number(sent.copies),
        year: numberOf(sent.year),
      }),
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
  const { form, values, field, textOf, refuse, refuseBy, clear } = useFormFields<BookValues>(
    blank,
    busy,
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    const problems = bookProblems(values, readIsbn);
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
          <BookFields field={field} textOf={textOf} />
        </fieldset>
        <Button type="submit" fullWidth className={classes['submit'] ?? ''} disabled={busy}>
          {busy ? 'Adding...' : 'Add Book'}
        </Button>
      </form>
    </Card>
  );
};
