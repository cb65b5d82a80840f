import { CalendarFrame } from '../../calendar/calendar-frame.tsx';
import { EventsCard } from '../../events/events-card.tsx';
import { Page } from '../../../ui/page.tsx';

/** The calendar page of students and teachers, combining several features. */
const OwnCalendarPage = () => (
  <Page title="Events" stacked>
    <EventsCard />
    <CalendarFrame />
  </Page>
);

export default OwnCalendarPage;
