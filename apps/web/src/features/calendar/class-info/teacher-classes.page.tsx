import { IconBookOff, IconCalendarCheck, IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pluralize } from '../../../lib/count.ts';
import { errorText } from '../../../lib/error-text.ts';
import { taughtSubjectsQuery } from '../../../lib/taught-subjects.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { EmptyState, ErrorState, Loaded } from '../../../ui/loaded.tsx';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { usePdf } from '../pdf-reply.ts';
import { PdfCard } from '../pdf-card.tsx';
import { classInfoOf, classInfoOptions } from './class-info.api.ts';
import classes from './teacher-classes.module.css';

/** A teacher's subjects in the open term, their numbers of students, and links to mark them. */
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
                <SubjectLink {...{ id, subjectName, subjectCode }} />
              </span>
              <span className={classes['size']}>{pluralize(students, 'student')}</span>
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

/** The class information that a teacher sees: their own, else the one for all teachers. */
const ClassInfoFrame = ({ email }: { readonly email: string }) => {
  const info = useQuery(classInfoOptions(email));
  const { failed, ...shown } = usePdf(
    ['/class-info', email, info.data?.forAll],
    info,
    classInfoOf(email).readFile,
  );
  return (
    <PdfCard
      title="Class information"
      what="class information"
      {...shown}
      none={
        failed ? (
          <ErrorState
            text={errorText(failed.error, 'The class information could not be loaded')}
            onRetry={failed.refetch}
          />
        ) : (
          <EmptyState
            icon={IconFileOff}
            text="No class information yet. Your administrator can upload it."
          />
        )
      }
    />
  );
};

/** A teacher's subjects and class information. */
const TeacherClassesPage = () => {
  const { email } = usePerson();
  return (
    <Page title="Classes" stacked>
      <MySubjects email={email} />
      <ClassInfoFrame email={email} />
    </Page>
  );
};

export default TeacherClassesPage;
