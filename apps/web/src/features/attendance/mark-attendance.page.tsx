import { events, type IsoDate, type TaughtSubject } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconBeach, IconBookOff, IconCalendarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { campusQuery } from '../../lib/campus.ts';
import { formatDay } from '../../lib/day.ts';
import { useReply } from '../../lib/query.ts';
import { subjectChoices, subjectLabel } from '../../lib/subject-label.ts';
import { taughtSubjectsQuery } from '../../lib/taught-subjects.ts';
import { together } from '../../lib/together.ts';
import type { MarkingStore } from '../../lib/marking/store.ts';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { useUnsent } from '../../lib/unsent.ts';
import { usePerson } from '../../lib/use-session.ts';
import { Card } from '../../ui/card.tsx';
import { ClassNotice } from '../../ui/class-notice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { ClassDay } from './attendance.api.ts';
import { ClassStats } from './class-stats.tsx';
import { DatePicker } from './date-picker.tsx';
import { ClassRoster } from './marking/class-roster.tsx';
import type { Roll } from './marking/marking.ts';
import { OutcomeNotices } from './marking/outcome-notices.tsx';
import SendWaiting from './marking/sending/send-waiting.part.tsx';
import { classNamed } from './marking/sending/waiting-submissions.ts';
import { useFailureToast } from './use-failure-toast.ts';
import { LeaveClassDialog } from './leave-class-dialog.tsx';
import pickerClasses from './class-picker.module.css';
import classes from './mark-attendance.module.css';

interface ClassPickerProps {
  readonly subjects: readonly TaughtSubject[];
  readonly classDay: ClassDay;
  readonly today: IsoDate;
  readonly onPick: (classDay: ClassDay) => void;
}

/** Which class is marked: subject and day, with the figures of the subject. */
const ClassPicker = ({ subjects, classDay, today, onPick }: ClassPickerProps) => {
  const startsOn = subjects.find(({ id }) => id === classDay.subjectId)?.startsOn ?? today;
  return (
    <Card>
      <div className={pickerClasses['picker']}>
        <SelectField
          label="Subject"
          className={pickerClasses['subject'] ?? ''}
          data={subjectChoices(subjects)}
          value={classDay.subjectId}
          onChange={(event) => onPick({ ...classDay, subjectId: event.currentTarget.value })}
        />
        <DatePicker
          key={`${classDay.subjectId} ${classDay.date}`}
          className={pickerClasses['date']}
          value={classDay.date}
          min={startsOn < today ? startsOn : today}
          max={today}
          onPick={(date) => onPick({ ...classDay, date })}
        />
        <ClassStats subjectId={classDay.subjectId} date={classDay.date} />
      </div>
    </Card>
  );
};

interface UnsentClassesProps {
  readonly subjects: readonly TaughtSubject[];
  /** The class on the screen, which is not listed. */
  readonly classDay: ClassDay;
  readonly onPick: (classDay: ClassDay) => void;
}

/** The way back to other classes with marks that were made on this device and never submitted. */
const UnsentClasses = ({ subjects, classDay, onPick }: UnsentClassesProps) => {
  const others = useUnsent(usePerson().email).flatMap((name) => {
    const other = classNamed('marks', name);
    const subject = subjects.find(({ id }) => id === other?.subjectId);
    const here = other?.subjectId === classDay.subjectId && other.date === classDay.date;
    return other && subject && !here ? [{ other, subject }] : [];
  });
  if (others.length === 0) return null;
  return (
    <div className={classes['line']}>
      Not submitted yet:
      {others.map(({ other, subject }) => (
        <Button
          key={`${other.date} ${other.subjectId}`}
          variant="subtle"
          size="compact-sm"
          onClick={() => onPick(other)}
        >
          {subjectLabel(subject)}, {formatDay(other.date)}
        </Button>
      ))}
    </div>
  );
};

interface OutsideTermProps {
  readonly subject: TaughtSubject;
  readonly date: IsoDate;
  readonly onPick: (date: IsoDate) => void;
}

/** In place of a roster that could be marked and not be submitted. */
const OutsideTerm = ({ subject, date, onPick }: OutsideTermProps) => {
  const { startsOn, endsOn } = subject;
  return (
    <Card>
      {date < startsOn ? (
        <EmptyState icon={IconCalendarOff} text={`This subject begins on ${formatDay(startsOn)}`} />
      ) : (
        <EmptyState
          icon={IconCalendarOff}
          text={`The term of this subject ended on ${formatDay(endsOn)}`}
          action={
            <Button variant="default" onClick={() => onPick(endsOn)}>
              Open {formatDay(endsOn)}
            </Button>
          }
        />
      )}
    </Card>
  );
};

/** Says that the day is a holiday. Nothing while that is not known: marking does not wait for it. */
const HolidayNotice = ({ date }: { readonly date: IsoDate }) => {
  const query = { from: date, to: date, kind: 'holiday' } as const;
  const [holiday] = useReply(events.listEvents, { query }).data?.entries ?? [];
  return (
    holiday && (
      <ClassNotice icon={<IconBeach size={20} stroke={1.75} aria-hidden />}>
        Holiday: {holiday.title} – marking is still possible
      </ClassNotice>
    )
  );
};

interface ClassesProps {
  readonly subjects: readonly [TaughtSubject, ...TaughtSubject[]];
  readonly today: IsoDate;
}

const Classes = ({ subjects, today }: ClassesProps) => {
  const person = usePerson().email;
  const { subject: asked } = useSearch({ strict: false });
  const first = subjects.find(({ id }) => id === String(asked)) ?? subjects[0];
  const [classDay, setClassDay] = useState<ClassDay>({ subjectId: first.id, date: today });
  const shown = useRef<MarkingStore<Roll>>(null);
  const guard = useLeaveGuard(() => Boolean(shown.current?.get().marks.size));
  const subject = subjects.find(({ id }) => id === classDay.subjectId);
  const openedOn = useRef(today);
  const follow = useEffectEvent((day: IsoDate): void => {
    if (classDay.date === openedOn.current && !shown.current?.get().marks.size)
      setClassDay({ ...classDay, date: day });
    openedOn.current = day;
  });
  useEffect(() => follow(today), [today]);
  const pick = (next: ClassDay) => guard.leave(() => setClassDay(next));
  return (
    <div className={classes['page']}>
      <SendWaiting person={person} />
      <OutcomeNotices />
      <UnsentClasses subjects={subjects} classDay={classDay} onPick={pick} />
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
          ref={shown}
        />
      )}
      <LeaveClassDialog classDay={classDay} guard={guard} />
    </div>
  );
};

/** A teacher takes the roll of a class. */
export default function MarkAttendancePage() {
  const person = usePerson().email;
  // The page may be open over midnight.
  const campus = useQuery({ ...campusQuery, refetchInterval: 5 * 60_000 });
  const subjects = useQuery(taughtSubjectsQuery(person));
  useFailureToast('Failed to fetch subjects', subjects.error ?? campus.error);
  return (
    <>
      <PageHead title="Mark Attendance" />
      <Loaded
        query={together({ campus, subjects })}
        what="subjects"
        failed="Your subjects could not be loaded."
        rows={8}
        columns={4}
        card
      >
        {({ campus: { today }, subjects: [first, ...others] }) =>
          first ? (
            <Classes subjects={[first, ...others]} today={today} />
          ) : (
            <Card>
              <EmptyState icon={IconBookOff} text="No subjects assigned to you" />
            </Card>
          )
        }
      </Loaded>
    </>
  );
}
