import type { TaughtSubject } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { IconBookOff } from '@tabler/icons-react';
import { useState } from 'react';
import { isUnanswered } from '../../lib/call-error.ts';
import { campusQuery } from '../../lib/campus.ts';
import { subjectLabel } from '../../lib/subject-label.ts';
import { taughtSubjectsQuery } from '../../lib/taught-subjects.ts';
import { useSession } from '../../lib/use-session.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { UntilLoaded } from '../../ui/until-loaded.tsx';
import { rosterQuery } from './attendance.api.ts';
import type { ClassDay } from './attendance.api.ts';
import { ClassPicker } from './class-picker.tsx';
import { ClassRoster } from './class-roster.tsx';
import { HolidayNotice } from './holiday-notice.tsx';
import { LeaveClassDialog } from './leave-class-dialog.tsx';
import { OutsideTerm } from './outside-term.tsx';
import { UnsentClasses } from './unsent-classes.tsx';
import { OutcomeNotices } from './outcome-notices.tsx';
import { useDayShown } from './use-day-shown.ts';
import { useFailureToast } from './use-failure-toast.ts';
import { useUnsentGuard } from './use-unsent-guard.ts';
import { useSendWaiting } from './use-send-waiting.ts';
import classes from './mark-attendance.module.css';

interface RosterLoaderProps {
  readonly person: string;
  readonly klass: ClassDay;
  readonly subject: string;
  readonly timeZone: string;
  readonly onUnsent: (unsent: boolean) => void;
}

const RosterLoader = (props: RosterLoaderProps) => {
  const roster = useQuery(rosterQuery(props.klass));
  // Where a roster is on the screen already, the line at its foot says that there is no network.
  const shown = roster.data !== undefined && isUnanswered(roster.error);
  useFailureToast('Failed to fetch attendance', shown ? null : roster.error);
  if (roster.data) return <ClassRoster {...props} roster={roster.data} />;
  return (
    <Card>
      <UntilLoaded
        query={roster}
        loading="Loading students..."
        failed="The students could not be loaded."
      >
        <SkeletonRows rows={8} columns={4} />
      </UntilLoaded>
    </Card>
  );
};

interface ClassesProps {
  readonly person: string;
  readonly subjects: readonly [TaughtSubject, ...TaughtSubject[]];
  readonly today: string;
  readonly timeZone: string;
}

const Classes = ({ person, subjects, today, timeZone }: ClassesProps) => {
  const { subject: asked } = useSearch({ strict: false });
  const first = subjects.find(({ id }) => id === String(asked)) ?? subjects[0];
  const [klass, setKlass] = useState<ClassDay>({ subjectId: first.id, date: today });
  const { guard, hasUnsent, tellUnsent } = useUnsentGuard();
  const subject = subjects.find(({ id }) => id === klass.subjectId);
  useSendWaiting(person);
  useDayShown(today, (before) => {
    if (klass.date === before && !hasUnsent()) setKlass({ ...klass, date: today });
  });
  const pick = (next: ClassDay) =>
    guard.leave(() => {
      tellUnsent(false);
      setKlass(next);
    });
  return (
    <div className={classes['page']}>
      <OutcomeNotices />
      <UnsentClasses person={person} subjects={subjects} klass={klass} onPick={pick} />
      <ClassPicker subjects={subjects} klass={klass} today={today} onPick={pick} />
      <HolidayNotice date={klass.date} />
      {subject && (klass.date < subject.startsOn || klass.date > subject.endsOn) ? (
        <OutsideTerm
          subject={subject}
          date={klass.date}
          onPick={(date) => pick({ ...klass, date })}
        />
      ) : (
        <RosterLoader
          key={`${klass.subjectId} ${klass.date}`}
          person={person}
          klass={klass}
          subject={subject ? subjectLabel(subject) : ''}
          timeZone={timeZone}
          onUnsent={tellUnsent}
        />
      )}
      <LeaveClassDialog person={person} klass={klass} guard={guard} />
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
