import type { Correction } from '@campus/contract';
import { useId } from 'react';
import { dayOfInstant } from '../../../lib/instant.ts';
import { FieldChanges } from '../field-changes.tsx';
import { RequestState } from '../request-state.tsx';
import { RequestHead } from './request-head.tsx';
import classes from './requests.module.css';

export const DecidedRequest = ({ request }: { readonly request: Correction }) => {
  const id = useId();
  return (
    <li>
      <div className={classes['what']}>
        <RequestHead id={id} request={request} />
        <FieldChanges changes={request.changes} />
        {request.reason && <p className={classes['words']}>{request.reason}</p>}
      </div>
      <div className={classes['outcome']}>
        <RequestState state={request.state} />
        <p className={classes['line']}>
          by {request.decidedBy}
          {request.decidedAt && ` on ${dayOfInstant(request.decidedAt)}`}
        </p>
        {request.note && <p className={classes['words']}>{request.note}</p>}
      </div>
    </li>
  );
};
