import type { Correction } from '@campus/contract';
import { dayOfInstant } from '../../../lib/instant.ts';
import classes from './requests.module.css';

interface RequestHeadProps {
  readonly id: string;
  readonly request: Correction;
}

/** Whom a request is about, and who asked. */
export const RequestHead = ({ id, request }: RequestHeadProps) => {
  const { name, email, rollNo } = request.student;
  return (
    <div>
      <h2 id={id} className={classes['name']}>
        {name}
      </h2>
      <p className={classes['line']}>
        {email}
        {rollNo && ` · ${rollNo}`}
      </p>
      <p className={classes['line']}>
        Asked by {request.requestedBy} on {dayOfInstant(request.requestedAt)}
      </p>
    </div>
  );
};
