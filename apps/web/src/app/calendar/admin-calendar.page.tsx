import { CalendarCard } from '../../features/calendar/calendar-card.tsx';
import { PageHead } from '../../ui/page-head.tsx';

/** The administrator's calendar page, put together of what several features know. */
const Page = () => (
  <>
    <PageHead title="Events" />
    <CalendarCard />
  </>
);

export default Page;
