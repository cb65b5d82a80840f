import { CalendarFrame } from '../../features/calendar/calendar-frame.tsx';
import { EventsCard } from '../../features/events/events-card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import classes from './calendar-pages.module.css';

/** The student's calendar page, put together of what several features know. */
const Page = () => (
  <>
    <PageHead title="Events" />
    <div className={classes['cards']}>
      <EventsCard />
      <CalendarFrame />
    </div>
  </>
);

export default Page;
