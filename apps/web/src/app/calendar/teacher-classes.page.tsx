import { ClassInfoFrame } from '../../features/calendar/class-info/class-info-frame.tsx';
import { MySubjects } from '../../features/calendar/class-info/my-subjects.tsx';
import { useSession } from '../../lib/use-session.ts';
import { PageHead } from '../../ui/page-head.tsx';
import classes from './calendar-pages.module.css';

/** What a teacher teaches, and what there is to know about the classes. */
const Page = () => {
  const email = useSession()?.email;
  return (
    <>
      <PageHead title="Classes" />
      {email !== undefined && (
        <div className={classes['cards']}>
          <MySubjects email={email} />
          <ClassInfoFrame email={email} />
        </div>
      )}
    </>
  );
};

export default Page;
