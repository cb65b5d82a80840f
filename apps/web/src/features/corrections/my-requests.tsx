import type { Correction } from '@campus/contract';
import { IconInbox } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { dayOfInstant } from '../../lib/instant.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Pager } from '../../ui/pager.tsx';
import { UntilLoaded } from '../../ui/until-loaded.tsx';
import {
  markSeen,
  myRequestsKey,
  myRequestsQuery,
  pageSize,
  unseenKey,
} from './corrections.api.ts';
import { FieldChanges } from './field-changes.tsx';
import { RequestState } from './request-state.tsx';
import classes from './my-requests.module.css';

const isNew = ({ state, seen }: Correction): boolean => state !== 'open' && !seen;

const Request = ({ request }: { readonly request: Correction }) => (
  <li data-new={isNew(request) || undefined}>
    <div className={classes['head']}>
      <b>{request.student.name}</b>
      {isNew(request) && <span className={classes['new']}>New</span>}
      <RequestState state={request.state} />
    </div>
    <FieldChanges changes={request.changes} />
    {request.note && <p className={classes['note']}>{request.note}</p>}
    <p className={classes['when']}>
      Asked on {dayOfInstant(request.requestedAt)}
      {request.decidedAt &&
        `, ${request.state} by ${request.decidedBy} on ${dayOfInstant(request.decidedAt)}`}
    </p>
  </li>
);

const Requests = () => {
  const [page, setPage] = useState(1);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(myRequestsQuery(page));
  // Should this fail, they are still new the next time.
  const { mutate } = useMutation({
    mutationFn: markSeen,
    onSuccess: () => client.invalidateQueries({ queryKey: unseenKey }),
  });
  const look = useEffectEvent((ids: string[]) => mutate(ids));
  const news = (data?.rows ?? []).filter(isNew).map(({ id }) => id);
  const key = news.join(' ');
  useEffect(() => {
    if (key) look(key.split(' '));
  }, [key]);
  // What was new stays marked while it is on screen, and is not new when this opens again.
  useEffect(() => () => client.removeQueries({ queryKey: myRequestsKey }), [client]);

  if (!data)
    return (
      <UntilLoaded
        query={{ error, refetch }}
        loading="Loading requests..."
        failed="Failed to fetch your requests. Please try again."
      >
        <SkeletonRows rows={4} columns={2} />
      </UntilLoaded>
    );
  if (data.total === 0)
    return (
      <EmptyState icon={<IconInbox stroke={1.75} />} text="You have not asked for a change yet" />
    );
  return (
    <>
      <ul className={classes['list']} aria-label="My requests">
        {data.rows.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
      {data.total > pageSize && (
        <Pager
          label="Pages of requests"
          page={page}
          pageSize={pageSize}
          total={data.total}
          onPage={setPage}
        />
      )}
    </>
  );
};

interface MyRequestsProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What a teacher has asked for and what has become of it. Looking at an outcome marks it as seen. */
export const MyRequests = ({ opened, onClose }: MyRequestsProps) => (
  <Dialog opened={opened} onClose={onClose} title="My requests">
    <Requests />
  </Dialog>
);
