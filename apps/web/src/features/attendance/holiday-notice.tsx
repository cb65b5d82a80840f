import { events } from '@campus/contract';
import { IconBeach } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { ClassNotice } from './marking/class-notice.tsx';

const holidaysQuery = (date: string) =>
  queryOptions({
    queryKey: ['events', 'holidays', date],
    queryFn: ({ signal }) =>
      call(events.listEvents, { query: { from: date, to: date, kind: 'holiday' }, signal }),
  });

/** Says that the day is a holiday. Nothing while that is not known: marking does not wait for it. */
export const HolidayNotice = ({ date }: { readonly date: string }) => {
  const [holiday] = useQuery(holidaysQuery(date)).data?.entries ?? [];
  return (
    holiday && (
      <ClassNotice icon={<IconBeach size={20} stroke={1.75} aria-hidden />}>
        Holiday: {holiday.title} – marking is still possible
      </ClassNotice>
    )
  );
};
