import { CalendarCard } from '../../features/calendar/calendar-card.tsx';
import { ClassInfoCard } from '../../features/calendar/class-info/class-info-card.tsx';
import { EventsCard } from '../../features/events/events-card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import classes from './calendar-pages.module.css';

/** The administrator's calendar page, put together of what several features know. */
const Page = () => (
  <>
    <PageHead title="Events" />
    <div className={classes['cards']}>
      <EventsCard editable />
      <CalendarCard />
      <ClassInfoCard audience={null} />
    </div>
  </>
);

export default Page;
