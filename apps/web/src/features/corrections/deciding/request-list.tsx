import { IconClipboardCheck, IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ListPlace } from '../../../lib/use-list-place.ts';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { pageSize, requestsQuery } from '../corrections.api.ts';
import type { RequestPart } from '../corrections.api.ts';
import { CorrectionRequest } from './correction-request.tsx';
import { OvertakenDialog } from './overtaken-dialog.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';
import { useDeciding } from './use-deciding.ts';
import classes from './requests.module.css';

interface RequestListProps {
  readonly place: ListPlace<RequestPart>;
  readonly go: (change: Partial<ListPlace<RequestPart>>) => void;
}

const emptyText = ({ part, search }: ListPlace<RequestPart>): string => {
  if (search) return 'No requests found';
  return part === 'open' ? 'No request waits for a decision' : 'No request has been decided yet';
};

export const RequestList = ({ place, go }: RequestListProps) => {
  const list = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone with its request.
  const deciding = useDeciding(() => list.current?.focus());
  const query = useQuery(requestsQuery(place));

  const Icon = place.part === 'open' ? IconClipboardCheck : IconInbox;

  return (
    <>
      <div ref={list} tabIndex={-1} className={classes['page']}>
        <PagedList
          query={query}
          page={place.page}
          pageSize={pageSize}
          onPage={(page) => go({ page })}
          loading="Loading requests..."
          failed="Failed to fetch the requests. Please try again."
          skeleton={<SkeletonRows rows={4} columns={2} />}
          empty={{ icon: <Icon stroke={1.75} />, text: emptyText(place) }}
        >
          {(requests) => (
            <ul className={classes['list']} aria-label={`Requests, ${place.part}`}>
              {requests.map((request) => (
                <CorrectionRequest key={request.id} request={request} deciding={deciding} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      <OvertakenDialog deciding={deciding} />
      <RefuseDialog deciding={deciding} />
    </>
  );
};
