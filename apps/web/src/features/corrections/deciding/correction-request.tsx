import type { Correction } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { dayOfInstant } from '../../../lib/instant.ts';
import { FieldChanges } from '../field-changes.tsx';
import { RequestState } from '../request-state.tsx';
import type { Deciding } from './use-deciding.ts';
import classes from './requests.module.css';

interface RequestProps {
  readonly request: Correction;
  readonly deciding: Deciding;
}

/** The two answers to a request that waits for a decision. */
const Answers = ({ request, deciding, about }: RequestProps & { readonly about: string }) => (
  <div className={classes['answers']}>
    <Button
      variant="light"
      leftSection={<IconCheck size={18} stroke={1.75} aria-hidden />}
      aria-describedby={about}
      disabled={deciding.busy}
      onClick={() => deciding.approve(request)}
    >
      Approve
    </Button>
    <Button
      variant="subtle"
      color="brick"
      leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
      aria-describedby={about}
      disabled={deciding.busy}
      onClick={() => deciding.setRefusing(request)}
    >
      Refuse
    </Button>
  </div>
);

/** A request: while it is open against what the record says now, then with what became of it. */
export const CorrectionRequest = ({ request, deciding }: RequestProps) => {
  const id = useId();
  const { student, state, decidedAt } = request;
  const isOpen = state === 'open';
  return (
    <li>
      <div className={classes['what']}>
        <div>
          <h2 id={id} className={classes['name']}>
            {student.name}
          </h2>
          <p className={classes['line']}>
            {student.email}
            {student.rollNo && ` · ${student.rollNo}`}
          </p>
          <p className={classes['line']}>
            Asked by {request.requestedBy} on {dayOfInstant(request.requestedAt)}
          </p>
        </div>
        <FieldChanges changes={request.changes} now={isOpen} />
        {request.reason && <p className={classes['words']}>{request.reason}</p>}
      </div>
      {isOpen ? (
        <Answers request={request} deciding={deciding} about={id} />
      ) : (
        <div className={classes['outcome']}>
          <RequestState state={state} />
          <p className={classes['line']}>
            by {request.decidedBy}
            {decidedAt && ` on ${dayOfInstant(decidedAt)}`}
          </p>
          {request.note && <p className={classes['words']}>{request.note}</p>}
        </div>
      )}
    </li>
  );
};
