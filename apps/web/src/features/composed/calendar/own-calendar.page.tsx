import { CalendarFrame } from '../../calendar/calendar-frame.tsx';
import { EventsCard } from '../../events/events-card.tsx';
import { CardStack } from '../../../ui/card-layout.tsx';
import { PageHead } from '../../../ui/page-head.tsx';

/** The calendar page of students and teachers, put together of what several features know. */
const Page = () => (
  <>
    <PageHead title="Events" />
    <CardStack>
      <EventsCard />
      <CalendarFrame />
    </CardStack>
  </>
);

export default Page;
