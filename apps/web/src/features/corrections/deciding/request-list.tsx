import { IconClipboardCheck, IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ListPlace } from '../../../lib/use-list-place.ts';
import { useWithinPages } from '../../../lib/use-within-pages.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { pageSize, requestsQuery } from '../corrections.api.ts';
import type { RequestPart } from '../corrections.api.ts';
import { DecidedRequest } from './decided-request.tsx';
import { OpenRequest } from './open-request.tsx';
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
  const { data } = query;

  useWithinPages(query, place.page, pageSize, (page) => go({ page }));

  const content = () => {
    if (!data)
      return (
        <UntilLoaded
          query={query}
          loading="Loading requests..."
          failed="Failed to fetch the requests. Please try again."
          flush
        >
          <SkeletonRows rows={4} columns={2} />
        </UntilLoaded>
      );
    if (data.total === 0) {
      const Icon = place.part === 'open' ? IconClipboardCheck : IconInbox;
      return <EmptyState icon={<Icon stroke={1.75} />} text={emptyText(place)} />;
    }
    return (
      <>
        <ul className={classes['list']} aria-label={`Requests, ${place.part}`}>
          {data.rows.map((request) =>
            request.state === 'open' ? (
              <OpenRequest
                key={request.id}
                request={request}
                busy={deciding.busy}
                onApprove={() => deciding.approve(request)}
                onRefuse={() => deciding.setRefusing(request)}
              />
            ) : (
              <DecidedRequest key={request.id} request={request} />
            ),
          )}
        </ul>
        <Pager
          page={place.page}
          pageSize={pageSize}
          total={data.total}
          onPage={(page) => go({ page })}
        />
      </>
    );
  };

  return (
    <>
      <div
        ref={list}
        tabIndex={-1}
        className={classes['page']}
        data-waiting={query.isPlaceholderData || undefined}
      >
        {content()}
      </div>
      <OvertakenDialog
        request={deciding.overtaken}
        busy={deciding.busy}
        onApprove={deciding.approve}
        onClose={() => deciding.setOvertaken(null)}
      />
      <RefuseDialog
        request={deciding.refusing}
        busy={deciding.busy}
        onRefuse={deciding.refuse}
        onClose={() => deciding.setRefusing(null)}
      />
    </>
  );
};
