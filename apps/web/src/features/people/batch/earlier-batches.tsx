import { type AppliedBatch, studentBatches } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { May } from '../../../lib/may-call.tsx';
import { call } from '../../../lib/call.ts';
import { dayOfInstant } from '../../../lib/instant.ts';
import { useReply } from '../../../lib/query.ts';
import { DialogButton, useAction } from '../../../ui/actions.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { withDays } from './batch-acts.ts';
import classes from './batch-dialog.module.css';

/** Takes back what was done with many students. */
export const useUndo = (onDone?: (batch: AppliedBatch) => void) =>
  useAction({
    run: ({ id }: AppliedBatch) =>
      call(studentBatches.undoBatch, { params: { batchId: id }, slow: true }),
    done: ({ what }) => `Taken back: ${withDays(what)}`,
    failed: 'This could not be taken back. Please try again.',
    ...(onDone && { onDone }),
    refreshes: ['/people', '/faculty', '/students', '/subjects', '/enrollments'],
  });

const Batches = () => {
  const query = useReply(studentBatches.listBatches, { query: { limit: 20 } });
  const undo = useUndo();
  return (
    <Loaded
      query={query}
      what="earlier acts"
      empty={{ icon: IconHistory, text: 'Nothing was done with many students yet' }}
    >
      {(batches) => (
        <ul className={classes['list']}>
          {batches.map((batch) => (
            <li key={batch.id}>
              <p>
                {withDays(batch.what)}
                <small>
                  {batch.madeBy}, {dayOfInstant(batch.madeAt)}
                  {batch.undoneAt &&
                    ` · taken back by ${batch.undoneBy}, ${dayOfInstant(batch.undoneAt)}`}
                </small>
              </p>
              {batch.canUndo && (
                <May call={studentBatches.undoBatch}>
                  <Button
                    variant="default"
                    size="sm"
                    disabled={undo.isPending}
                    onClick={() => undo.mutate(batch)}
                  >
                    Undo
                  </Button>
                </May>
              )}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
};

/** What was done with many students lately, and the way back. */
export const EarlierBatches = () => (
  <DialogButton needs={studentBatches.listBatches} small icon={IconHistory} label="Bulk history">
    <Batches />
  </DialogButton>
);
