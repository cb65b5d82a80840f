import { CalendarCard } from '../../calendar/calendar-card.tsx';
import { ClassInfoCard } from '../../calendar/class-info/class-info-card.tsx';
import { EventsCard } from '../../events/events-card.tsx';
import { CardStack } from '../../../ui/card-layout.tsx';
import { PageHead } from '../../../ui/page-head.tsx';

/** The administrator's calendar page, put together of what several features know. */
const Page = () => (
  <>
    <PageHead title="Events" />
    <CardStack>
      <EventsCard editable />
      <CalendarCard />
      <ClassInfoCard audience={null} />
    </CardStack>
  </>
);

export default Page;
