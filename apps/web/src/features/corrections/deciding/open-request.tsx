import type { Correction } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { FieldChanges } from '../field-changes.tsx';
import { RequestHead } from './request-head.tsx';
import classes from './requests.module.css';

interface OpenRequestProps {
  readonly request: Correction;
  readonly busy: boolean;
  readonly onApprove: () => void;
  readonly onRefuse: () => void;
}

/** A request with what the record says now against what is proposed, and the two answers to it. */
export const OpenRequest = ({ request, busy, onApprove, onRefuse }: OpenRequestProps) => {
  const id = useId();
  return (
    <li>
      <div className={classes['what']}>
        <RequestHead id={id} request={request} />
        <FieldChanges changes={request.changes} now />
        {request.reason && <p className={classes['words']}>{request.reason}</p>}
      </div>
      <div className={classes['answers']}>
        <Button
          variant="light"
          leftSection={<IconCheck size={18} stroke={1.75} aria-hidden />}
          aria-describedby={id}
          disabled={busy}
          onClick={onApprove}
        >
          Approve
        </Button>
        <Button
          variant="subtle"
          color="brick"
          leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
          aria-describedby={id}
          disabled={busy}
          onClick={onRefuse}
        >
          Refuse
        </Button>
      </div>
    </li>
  );
};
