import { classInfo } from '@campus/contract';
import { CalendarCard } from '../../calendar/calendar-card.tsx';
import { ClassInfoCard } from '../../calendar/class-info/class-info-card.tsx';
import { EventsCard } from '../../events/events-card.tsx';
import { May } from '../../../lib/may-call.tsx';
import { Page } from '../../../ui/page.tsx';

/** The administrator's calendar page, combining several features. */
const AdminCalendarPage = () => (
  <Page title="Events" stacked>
    <EventsCard editable />
    <CalendarCard />
    <May call={classInfo.readGeneralInfo}>
      <ClassInfoCard audience={null} />
    </May>
  </Page>
);

export default AdminCalendarPage;
