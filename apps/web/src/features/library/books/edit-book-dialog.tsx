import { type Book, bookFields } from '@campus/contract';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { ContestedFields } from '../../../ui/record-edit/contested-fields.tsx';
import { useRecordEdit } from '../../../ui/record-edit/use-record-edit.ts';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { changeBook, refreshLibrary } from '../library.api.ts';
import classes from '../library.module.css';
import { bookWords } from './book-words.ts';
import { BookFields, bookProblems } from './book-fields.tsx';

interface BookFormProps {
  readonly book: Book;
  readonly onClose: () => void;
  readonly onBusy: (busy: boolean) => void;
}

const BookForm = ({ book, onClose, onBusy }: BookFormProps) => {
  const client = useQueryClient();
  const store = async (version: number, change: object) => {
    onBusy(true);
    try {
      return await changeBook({ id: book.id, version }, change);
    } finally {
      onBusy(false);
    }
  };
  const saved = async (now: Book): Promise<void> => {
    notifySuccess(
      now.retired === book.retired
        ? `${now.title} is saved.`
        : `${now.title} is ${now.retired ? 'retired' : 'in the catalogue again'}.`,
    );
    await refreshLibrary(client);
    onClose();
  };
  const edit = useRecordEdit({
    fields: bookFields,
    words: bookWords,
    record: book,
    problemsOf: bookProblems,
    save: store,
    onSaved: (now: Book) => void saved(now),
    onUnchanged: onClose,
  });
  const retiring = useMutation({
    mutationFn: () => store(edit.version, { retired: !book.retired }),
    onSuccess: saved,
  });
  const { form, values, contested, choose, problem, dismiss } = edit;
  const busy = edit.busy || retiring.isPending;
  const refused = retiring.error
    ? errorText(retiring.error, 'The book could not be saved. Please try again.')
    : problem;
  return (
    <form ref={form} noValidate onSubmit={edit.submit}>
      {contested.length > 0 && (
        // Another conflict is a panel of its own, which takes the focus.
        <ContestedFields
          key={contested[0]?.version}
          words={bookWords}
          contested={contested}
          values={values}
          onChoose={choose}
        />
      )}
      {refused && (
        <div className={classes['above']}>
          <Banner
            kind="error"
            onDismiss={() => {
              retiring.reset();
              dismiss();
            }}
          >
            {refused}
          </Banner>
        </div>
      )}
      <fieldset disabled={busy} className={classes['fields']}>
        <BookFields form={edit} />
      </fieldset>
      <DialogActions>
        <Button variant="subtle" color="brick" disabled={busy} onClick={() => retiring.mutate()}>
          {book.retired ? 'Bring Back' : 'Retire'}
        </Button>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy}>
          {edit.busy ? 'Saving...' : 'Save'}
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
