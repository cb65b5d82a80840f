import { type Book, bookFields, catalogue } from '@campus/contract';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import { refresh } from '../../../lib/query.ts';
import { DialogContext } from '../../../ui/actions.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { useRecordEdit } from '../../../ui/use-record-edit.ts';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { libraryPaths } from '../library.api.ts';
import { bookFieldLabels } from './book-labels.ts';
import { BookFields, bookProblems } from './book-fields.tsx';

/** Edits, retires or restores a book. */
export const EditBookForm = ({ book }: { readonly book: Book }) => {
  const client = useQueryClient();
  const dialog = useContext(DialogContext);
  const store = (version: number, change: object) =>
    call(catalogue.changeBook, { params: { bookId: book.id }, body: change, ifMatch: version });
  const saved = async (now: Book): Promise<void> => {
    notifySuccess(
      now.retired === book.retired
        ? `${now.title} is saved.`
        : `${now.title} is ${now.retired ? 'retired' : 'in the catalogue again'}.`,
    );
    await refresh(client, ...libraryPaths);
  };
  const edit = useRecordEdit({
    draftKey: `book ${book.id}`,
    fields: bookFields,
    words: bookFieldLabels,
    record: book,
    problemsOf: bookProblems,
    save: store,
    onSaved: saved,
  });
  const retiring = useMutation({
    mutationFn: () => store(edit.version, { retired: !book.retired }),
    onSuccess: (now) => {
      dialog?.onClose();
      return saved(now);
    },
  });
  const busy = edit.busy || retiring.isPending;
  const refused =
    retiring.error && errorText(retiring.error, 'The book could not be saved. Please try again.');
  return (
    <DialogForm
      {...edit.props}
      {...bookFieldLabels}
      busy={busy}
      problem={edit.props.problem || refused || ''}
      action="Save"
      extraAction={
        <Button variant="subtle" color="brick" disabled={busy} onClick={() => retiring.mutate()}>
          {book.retired ? 'Bring Back' : 'Retire'}
        </Button>
      }
    >
      <BookFields form={edit} />
    </DialogForm>
  );
};
