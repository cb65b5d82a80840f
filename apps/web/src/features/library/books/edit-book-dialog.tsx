import { type Book, readIsbn } from '@campus/contract';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText, fieldErrors } from '../../../lib/error-text.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { changeBook, refreshLibrary } from '../library.api.ts';
import classes from '../library.module.css';
import { BookFields, type BookValues, bookProblems, numberOf } from './book-fields.tsx';

interface BookFormProps {
  readonly book: Book;
  readonly onClose: () => void;
  readonly onBusy: (busy: boolean) => void;
}

const BookForm = ({ book, onClose, onBusy }: BookFormProps) => {
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const save = useMutation({
    mutationFn: (body: Parameters<typeof changeBook>[1]) => changeBook(book.id, body),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: async (saved) => {
      notifySuccess(
        saved.retired === book.retired
          ? `${saved.title} is saved.`
          : `${saved.title} is ${saved.retired ? 'retired' : 'in the catalogue again'}.`,
      );
      await refreshLibrary(client);
      onClose();
    },
    onError: (error) => {
      const fields = fieldErrors(error);
      refuse(fields);
      const named = Object.keys(fields).some((field) => field in values);
      setProblem(named ? '' : errorText(error, 'The book could not be saved. Please try again.'));
    },
  });
  const busy = save.isPending;
  const { form, values, field, textOf, refuse } = useFormFields<BookValues>(
    {
      title: book.title,
      author: book.author,
      isbn: book.isbn ?? '',
      copies: String(book.copies),
      shelf: book.shelf ?? '',
      year: book.year === null ? '' : String(book.year),
    },
    busy,
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    const problems = bookProblems(values, readIsbn);
    if (Object.keys(problems).length > 0) {
      refuse(problems);
      return;
    }
    const { title, author, isbn, shelf } = values;
    const year = numberOf(values.year);
    save.mutate({ title, author, isbn, shelf, year, copies: Number(values.copies) });
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {problem && (
        <div className={classes['above']}>
          <Banner kind="error">{problem}</Banner>
        </div>
      )}
      <fieldset disabled={busy} className={classes['fields']}>
        <BookFields field={field} textOf={textOf} />
      </fieldset>
      <DialogActions>
        <Button
          variant="subtle"
          color="brick"
          disabled={busy}
          onClick={() => save.mutate({ retired: !book.retired })}
        >
          {book.retired ? 'Bring Back' : 'Retire'}
        </Button>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
      </DialogActions>
    </form>
  );
};

/** Another title, author or number of copies; retiring a book, and bringing it back. */
export const EditBookDialog = (props: {
  readonly book: Book | null;
  readonly onClose: () => void;
}) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog opened={props.book !== null} onClose={props.onClose} title="Edit Book" busy={busy}>
      {props.book && <BookForm book={props.book} onClose={props.onClose} onBusy={setBusy} />}
    </Dialog>
  );
};
