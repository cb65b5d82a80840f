import { CalendarFrame } from '../../features/calendar/calendar-frame.tsx';
import { PageHead } from '../../ui/page-head.tsx';

/** The teacher's calendar page, put together of what several features know. */
const Page = () => (
  <>
    <PageHead title="Events" />
    <CalendarFrame />
  </>
);

export default Page;
