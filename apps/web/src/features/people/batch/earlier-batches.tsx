import { type AppliedBatch, type QueryOf, studentBatches } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { May } from '../../../lib/may-call.tsx';
import { call } from '../../../lib/call.ts';
import { pluralize } from '../../../lib/count.ts';
import { withDays } from '../../../lib/day.ts';
import { timeOfInstant } from '../../../lib/instant.ts';
import { pagesQueryOf } from '../../../lib/query.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ConfirmDialog, DialogButton, useConfirm, useDialog } from '../../../ui/actions.tsx';
import { HistoryEntry, HistoryList } from '../../../ui/history-list.tsx';
import classes from './batch-dialog.module.css';

const useUndo = (onDone?: (batch: AppliedBatch) => void) =>
  useConfirm({
    run: ({ id }: AppliedBatch) =>
      call(studentBatches.undoBatch, { params: { batchId: id }, slow: true }),
    done: ({ what }) => `Undone: ${withDays(what)}`,
    failed: 'This could not be undone. Please try again.',
    ...(onDone && { onDone }),
    refreshes: ['/people', '/faculty', '/students', '/subjects', '/enrollments'],
  });

/** Asks before an act on many people is undone. */
const UndoDialog = ({ about, dialog }: Pick<ReturnType<typeof useUndo>, 'about' | 'dialog'>) => (
  <ConfirmDialog
    {...dialog}
    title="Undo this?"
    destructive
    confirmLabel={`Undo for ${pluralize(about?.changed ?? 0, 'person', 'people')}`}
  >
    <p>{about && withDays(about.what)}</p>
    <p>
      Everything is as before: changes are taken back, and whoever was added is removed. If somebody
      has been changed since, nothing is undone and you are told who.
    </p>
    {about?.note && <p>{about.note}</p>}
  </ConfirmDialog>
);

interface BatchDoneProps {
  readonly batch: AppliedBatch;
  /** Called with null when the message is no longer needed; the focus then has to be moved. */
  readonly onChange: (batch: AppliedBatch | null) => void;
}

/** What was just done with many people, and a button to undo it. */
export const BatchDone = ({ batch, onChange }: BatchDoneProps) => {
  const undo = useUndo(onChange);
  const message = useRef<HTMLDivElement>(null);
  // The element that had the focus is gone, or disabled. Does not take the focus from a text field.
  useEffect(() => {
    if (!document.activeElement?.matches('input')) message.current?.focus();
  }, []);
  const { what, note, canUndo, undoneAt } = batch;
  return (
    <div className={classes['done']}>
      <div ref={message} tabIndex={-1}>
        <Banner kind="success">{withDays(undoneAt ? `Undone: ${what}` : what)}</Banner>
      </div>
      <Button
        variant="default"
        disabled={undo.busy}
        onClick={() => (canUndo ? undo.ask(batch) : onChange(null))}
      >
        {canUndo ? 'Undo' : 'OK'}
      </Button>
      {note && <small>{note}</small>}
      <UndoDialog {...undo} />
    </div>
  );
};

interface OfPeople {
  readonly kind: NonNullable<QueryOf<typeof studentBatches.listBatches>['of']>;
}

const Batches = ({ kind }: OfPeople) => {
  const query = useInfiniteQuery(
    pagesQueryOf(studentBatches.listBatches, 20, { query: { of: kind } }),
  );
  const undo = useUndo();
  // Otherwise Escape would close this dialog, too.
  useDialog(undo.dialog.opened);
  return (
    <>
      <HistoryList
        label="Bulk history, latest first"
        framed
        query={query}
        olderLabel="Show older"
        empty={{
          icon: IconHistory,
          text:
            kind === 'students'
              ? 'No bulk changes yet'
              : 'No file of teachers has been uploaded yet',
        }}
      >
        {(batch) => (
          <HistoryEntry
            key={batch.id}
            title={withDays(batch.what)}
            by={batch.madeBy}
            at={batch.madeAt}
            action={
              batch.canUndo && (
                <May call={studentBatches.undoBatch}>
                  <Button
                    variant="default"
                    size="sm"
                    disabled={undo.busy}
                    onClick={() => undo.ask(batch)}
                  >
                    Undo
                  </Button>
                </May>
              )
            }
          >
            {[
              batch.undoneAt && `Undone by ${batch.undoneBy}, ${timeOfInstant(batch.undoneAt)}`,
              batch.note,
            ]
              .filter(Boolean)
              .join(' · ')}
          </HistoryEntry>
        )}
      </HistoryList>
      <UndoDialog {...undo} />
    </>
  );
};

/** The recent acts on many people, each with a button to undo it. */
export const EarlierBatches = ({ kind }: OfPeople) => (
  <DialogButton needs={studentBatches.listBatches} small icon={IconHistory} label="Bulk history">
    <Batches kind={kind} />
  </DialogButton>
);
