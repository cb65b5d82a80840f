import { IconBookOff, IconCalendarCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countOf } from '../../../lib/count.ts';
import { taughtSubjectsQuery } from '../../../lib/taught-subjects.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { CardStack } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { ClassInfoFrame } from './class-info-frame.tsx';
import classes from './my-subjects.module.css';

/** What a teacher teaches in the open term, how many sit there today, and the way to mark them. */
const MySubjects = ({ email }: { readonly email: string }) => (
  <Card title="Your subjects">
    <Loaded
      query={useQuery(taughtSubjectsQuery(email))}
      what="subjects"
      failed="Your subjects could not be loaded."
      rows={3}
      empty={{ icon: IconBookOff, text: 'No subjects assigned to you' }}
    >
      {(subjects) => (
        <ul className={classes['list']}>
          {subjects.map(({ id, subjectName, subjectCode, students }) => (
            <li key={id}>
              <span className={classes['name']}>
                {subjectName} ({subjectCode})
              </span>
              <span className={classes['size']}>{countOf(students, 'student')}</span>
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
      )}
    </Loaded>
  </Card>
);

/** What a teacher teaches, and what there is to know about the classes. */
const Page = () => {
  const { email } = usePerson();
  return (
    <>
      <PageHead title="Classes" />
      <CardStack>
        <MySubjects email={email} />
        <ClassInfoFrame email={email} />
      </CardStack>
    </>
  );
};

export default Page;
