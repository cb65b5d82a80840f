import { type EventDeed, events } from '@campus/contract';
import { useState } from 'react';
import { formatDay } from '../../lib/day.ts';
import { timeOfInstant } from '../../lib/instant.ts';
import { usePage } from '../../lib/query.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { Pager } from '../../ui/pager.tsx';
import { eventLabels } from './event-labels.ts';
import classes from './events.module.css';

const changeLabels = { added: 'Added', changed: 'Changed', deleted: 'Deleted' } as const;

const inWords = (field: string, value: string | null): string => {
  if (value === null || value === '') return 'nothing';
  return field.endsWith('On') ? formatDay(value) : `“${value}”`;
};

const EventChangeItem = ({ deed }: { readonly deed: EventDeed }) => (
  <li className={classes['change']}>
    <b>{`${changeLabels[deed.what]}: ${deed.title}`}</b>
    {deed.changes.map(({ field, from, to }) => (
      <span key={field}>
        {`${eventLabels[field] ?? field}: ${inWords(field, from)} became ${inWords(field, to)}`}
      </span>
    ))}
    <small>{`${deed.changedBy}, ${timeOfInstant(deed.changedAt)}`}</small>
  </li>
);

const pageSize = 20;

/** Who added, changed and deleted events. The history is never deleted. */
export const EventsHistory = () => {
  const [page, setPage] = useState(1);
  const history = usePage(events.eventsHistory, {
    query: { page, limit: pageSize },
    staleTime: 0,
  });
  return (
    <Loaded query={history} what="history" rows={6} columns={2}>
      {({ rows: deeds, total }) =>
        total === 0 ? (
          <p>No event has been added yet.</p>
        ) : (
          <>
            <DownloadMenu endpoint={events.exportEventsHistory} />
            <ol aria-label="Changes to events, latest first">
              {deeds.map((deed) => (
                <EventChangeItem
                  key={`${deed.eventId} ${deed.what} ${deed.changedAt}`}
                  deed={deed}
                />
              ))}
            </ol>
            <Pager page={page} pageSize={pageSize} total={total} onPage={setPage} />
          </>
        )
      }
    </Loaded>
  );
};
