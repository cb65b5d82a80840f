import type { Correction } from '@campus/contract';
import { IconClock } from '@tabler/icons-react';
import { dayOfInstant } from '../../../lib/instant.ts';
import { FieldChanges } from '../field-changes.tsx';
import classes from './request-form.module.css';

/** What waits for a decision about this student already. */
export const OpenRequests = ({ requests }: { readonly requests: readonly Correction[] }) => (
  <ul className={classes['open']} aria-label="Open requests">
    {requests.map((request) => (
      <li key={request.id}>
        <p>
          <IconClock size={18} stroke={1.75} aria-hidden />
          <span>
            Asked by {request.requestedBy} on {dayOfInstant(request.requestedAt)}, not decided yet
          </span>
        </p>
        <FieldChanges changes={request.changes} />
      </li>
    ))}
  </ul>
);
