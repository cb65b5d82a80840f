import { IconBookOff, IconCalendarCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { taughtSubjectsQuery } from '../../../lib/taught-subjects.ts';
import { useSession } from '../../../lib/use-session.ts';
import { CardStack } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { ClassInfoFrame } from './class-info-frame.tsx';
import classes from './my-subjects.module.css';

const sizeOf = (students: number): string =>
  `${students.toLocaleString('en')} ${students === 1 ? 'student' : 'students'}`;

/** What a teacher teaches in the open term, how many sit there today, and the way to mark them. */
const MySubjects = ({ email }: { readonly email: string }) => {
  const { data: subjects, error, refetch } = useQuery(taughtSubjectsQuery(email));
  const content = () => {
    if (!subjects)
      return (
        <UntilLoaded
          query={{ error, refetch }}
          loading="Loading subjects..."
          failed="Your subjects could not be loaded."
        >
          <SkeletonRows rows={3} columns={3} />
        </UntilLoaded>
      );
    if (subjects.length === 0)
      return <EmptyState icon={IconBookOff} text="No subjects assigned to you" />;
    return (
      <ul className={classes['list']}>
        {subjects.map(({ id, subjectName, subjectCode, students }) => (
          <li key={id}>
            <span className={classes['name']}>
              {subjectName} ({subjectCode})
            </span>
            <span className={classes['size']}>{sizeOf(students)}</span>
            <Link
              to="/teacher/attendance"
              search={{ subject: id }}
              aria-label={`Mark attendance of ${subjectName}`}
            >
              <IconCalendarCheck size={18} stroke={1.75} aria-hidden />
              Mark attendance
            </Link>
          </li>
        ))}
      </ul>
    );
  };
  return <Card title="Your subjects">{content()}</Card>;
};

/** What a teacher teaches, and what there is to know about the classes. */
const Page = () => {
  const email = useSession()?.email;
  return (
    <>
      <PageHead title="Classes" />
      {email !== undefined && (
        <CardStack>
          <MySubjects email={email} />
          <ClassInfoFrame email={email} />
        </CardStack>
      )}
    </>
  );
};

export default Page;
