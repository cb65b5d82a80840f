import type { TaughtSubject } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { IconBookOff } from '@tabler/icons-react';
import { useState } from 'react';
import { campusQuery } from '../../lib/campus.ts';
import { subjectLabel } from '../../lib/subject-label.ts';
import { taughtSubjectsQuery } from '../../lib/taught-subjects.ts';
import { useSession } from '../../lib/use-session.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { UntilLoaded } from '../../ui/until-loaded.tsx';
import type { ClassDay } from './attendance.api.ts';
import { ClassPicker } from './class-picker.tsx';
import { ClassRoster } from './marking/class-roster.tsx';
import { HolidayNotice } from './holiday-notice.tsx';
import { LeaveClassDialog } from './leave-class-dialog.tsx';
import { OutsideTerm } from './outside-term.tsx';
import { UnsentClasses } from './unsent-classes.tsx';
import { OutcomeNotices } from './marking/outcome-notices.tsx';
import { useFailureToast } from './use-failure-toast.ts';
import { useUnsentGuard } from './use-unsent-guard.ts';
import SendWaiting from './marking/sending/send-waiting.part.tsx';
import classes from './mark-attendance.module.css';

interface ClassesProps {
  readonly person: string;
  readonly subjects: readonly [TaughtSubject, ...TaughtSubject[]];
  readonly today: string;
  readonly timeZone: string;
}

const Classes = ({ person, subjects, today, timeZone }: ClassesProps) => {
  const { subject: asked } = useSearch({ strict: false });
  const first = subjects.find(({ id }) => id === String(asked)) ?? subjects[0];
  const [classDay, setClassDay] = useState<ClassDay>({ subjectId: first.id, date: today });
  const { guard, unsent, tellUnsent } = useUnsentGuard();
  const subject = subjects.find(({ id }) => id === classDay.subjectId);
  const [openedOn, setOpenedOn] = useState(today);
  if (openedOn !== today) {
    setOpenedOn(today);
    if (classDay.date === openedOn && !unsent) setClassDay({ ...classDay, date: today });
  }
  const pick = (next: ClassDay) =>
    guard.leave(() => {
      tellUnsent(false);
      setClassDay(next);
    });
  return (
    <div className={classes['page']}>
      <SendWaiting person={person} />
      <OutcomeNotices />
      <UnsentClasses person={person} subjects={subjects} classDay={classDay} onPick={pick} />
      <ClassPicker subjects={subjects} classDay={classDay} today={today} onPick={pick} />
      <HolidayNotice date={classDay.date} />
      {subject && (classDay.date < subject.startsOn || classDay.date > subject.endsOn) ? (
        <OutsideTerm
          subject={subject}
          date={classDay.date}
          onPick={(date) => pick({ ...classDay, date })}
        />
      ) : (
        <ClassRoster
          key={`${classDay.subjectId} ${classDay.date}`}
          person={person}
          classDay={classDay}
          facultyEmail={person}
          subject={subject ? subjectLabel(subject) : ''}
          timeZone={timeZone}
          onUnsent={tellUnsent}
        />
      )}
      <LeaveClassDialog person={person} classDay={classDay} guard={guard} />
    </div>
  );
};

const MarkAttendance = ({ person }: { readonly person: string }) => {
  // The page may be open over midnight.
  const campus = useQuery({ ...campusQuery, refetchInterval: 5 * 60_000 });
  const subjects = useQuery(taughtSubjectsQuery(person));
  const error = subjects.error ?? campus.error;
  useFailureToast('Failed to fetch subjects', error);
  if (campus.data && subjects.data) {
    const [first, ...others] = subjects.data;
    if (!first)
      return (
        <Card>
          <EmptyState icon={<IconBookOff />} text="No subjects assigned to you" />
        </Card>
      );
    return (
      <Classes
        person={person}
        subjects={[first, ...others]}
        today={campus.data.today}
        timeZone={campus.data.timezone}
      />
    );
  }
  const retry = () => {
    if (campus.isError) void campus.refetch();
    if (subjects.isError) void subjects.refetch();
  };
  return (
    <Card>
      <UntilLoaded
        query={{ error, refetch: retry }}
        loading="Loading subjects..."
        failed="Your subjects could not be loaded."
      >
        <SkeletonRows rows={8} columns={4} />
      </UntilLoaded>
    </Card>
  );
};

/** A teacher takes the roll of a class. */
export default function MarkAttendancePage() {
  const person = useSession()?.email;
  return (
    <>
      <PageHead title="Mark Attendance" />
      {person !== undefined && <MarkAttendance person={person} />}
    </>
  );
}
