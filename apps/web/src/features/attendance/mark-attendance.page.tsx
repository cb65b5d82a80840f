import { isIsoDate, type IsoDate, type TaughtSubject } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { campusQuery } from '../../lib/campus.ts';
import { formatDay } from '../../lib/day.ts';
import { subjectChoices, subjectLabel, withSection } from '../../lib/subject-label.ts';
import { taughtSubjectsQuery } from '../../lib/taught-subjects.ts';
import { combineQueries } from '../../lib/combine-queries.ts';
import type { MarkingStore } from '../../lib/marking/store.ts';
import { type SearchParams, textParam } from '../../lib/use-url-state.ts';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { useUnsent } from '../../lib/unsent.ts';
import { usePerson } from '../../lib/use-session.ts';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/loaded.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { classKey, type ClassDay } from './attendance.api.ts';
import { ClassStats } from './class-stats.tsx';
import { DatePicker, DateContent } from './date-picker.tsx';
import { ClassRoster } from './marking/class-roster.tsx';
import type { Roll } from './marking/attendance-marks.ts';
import { OutcomeNotices } from './marking/outcome-notices.tsx';
import SendQueued from './marking/sending/send-queued.lazy.tsx';
import { parseClassKey } from './marking/sending/submission-queue.ts';
import { marksBeginOn, termEndedOn } from './term-days.ts';
import { useFailureToast } from './use-failure-toast.ts';
import { LeaveClassDialog } from './leave-class-dialog.tsx';
import pickerClasses from './class-picker.module.css';
import classes from './mark-attendance.module.css';

interface ClassPickerProps {
  readonly subjects: readonly TaughtSubject[];
  readonly subject: TaughtSubject;
  readonly classDay: ClassDay;
  readonly today: IsoDate;
  readonly onPick: (classDay: ClassDay) => void;
  /** Called with null while the field has no valid day. */
  readonly onPickDate: (date: IsoDate | null) => void;
}

/** Picks the class to mark by subject and day; shows its figures. */
const ClassPicker = (props: ClassPickerProps) => {
  const { subjects, subject, classDay, today, onPick, onPickDate } = props;
  const { startsOn, parts } = subject;
  return (
    <Card>
      <div className={pickerClasses['picker']}>
        <SelectField
          label="Subject"
          className={pickerClasses['subject'] ?? ''}
          data={subjectChoices(subjects)}
          value={classDay.subjectId}
          onChange={({ currentTarget: { value } }) => {
            if (value !== classDay.subjectId)
              onPick({ ...classDay, subjectId: value, sectionId: null });
          }}
        />
        {parts.at(-1)?.name && (
          <SelectField
            label="Section"
            className={pickerClasses['date'] ?? ''}
            data={parts.map(({ sectionId, name }) => ({
              value: sectionId ?? '',
              label: name ?? 'All students',
            }))}
            value={classDay.sectionId ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onPick({ ...classDay, sectionId: value || null })
            }
          />
        )}
        <DatePicker
          key={`${classDay.subjectId} ${classDay.sectionId}`}
          className={pickerClasses['date']}
          value={classDay.date}
          min={startsOn < today ? startsOn : today}
          max={today}
          today={today}
          onPick={onPickDate}
        />
        <ClassStats {...classDay} />
      </div>
    </Card>
  );
};

/** `Data Structures (CS201), section A` */
const classLabel = (subject: TaughtSubject, { sectionId }: ClassDay): string => {
  const part = subject.parts.find((one) => one.sectionId === sectionId);
  return withSection(subjectLabel(subject), part?.name ?? null);
};

interface UnsentClassesProps {
  readonly subjects: readonly TaughtSubject[];
  /** The class on the screen, which is not listed. */
  readonly classDay: ClassDay;
  readonly onPick: (classDay: ClassDay) => void;
}

const mayOpen = (subjects: readonly TaughtSubject[], { subjectId, sectionId }: ClassDay) =>
  subjects.find(
    ({ id, parts }) => id === subjectId && parts.some((part) => part.sectionId === sectionId),
  );

/** Classes with unsubmitted marks on this device, or a refused submission: that of a class all absent has no marks. */
const useUnsentClasses = (): readonly ClassDay[] => {
  const found = useUnsent(usePerson().email).flatMap(
    (name) => parseClassKey('marks', name) ?? parseClassKey('refused', name) ?? [],
  );
  return [...new Map(found.map((one) => [classKey(one), one])).values()];
};

/** Leads back to other classes with unsubmitted marks on this device. */
const UnsentClasses = ({ subjects, classDay, onPick }: UnsentClassesProps) => {
  const others = useUnsentClasses().flatMap((other) => {
    const subject = mayOpen(subjects, other);
    return subject && classKey(other) !== classKey(classDay) ? [{ other, subject }] : [];
  });
  if (others.length === 0) return null;
  return (
    <div className={classes['line']}>
      Not submitted yet:
      {others.map(({ other, subject }) => (
        <Button
          key={classKey(other)}
          variant="subtle"
          size="compact-sm"
          onClick={() => onPick(other)}
        >
          {classLabel(subject, other)}, {formatDay(other.date)}
        </Button>
      ))}
    </div>
  );
};

/** Loaded when needed, which is rare. */
const LostClasses = lazy(() => import('./marking/lost-classes.tsx'));

/** Sends what waits and says how that ended, also to somebody who has no subject left. */
const Sending = ({ subjects }: { readonly subjects: readonly TaughtSubject[] }) => {
  const lost = useUnsentClasses().filter((one) => !mayOpen(subjects, one));
  return (
    <>
      <SendQueued person={usePerson().email} />
      <OutcomeNotices />
      {lost.length > 0 && (
        <Suspense>
          <LostClasses lost={lost} />
        </Suspense>
      )}
    </>
  );
};

interface OutsideTermProps {
  readonly subject: TaughtSubject;
  readonly date: IsoDate;
  readonly onPick: (date: IsoDate) => void;
}

/** Replaces the roster on days outside the term, when marks could not be submitted. */
const OutsideTerm = ({ subject, date, onPick }: OutsideTermProps) => {
  const { startsOn, endsOn } = subject;
  return (
    <EmptyState
      card
      icon={IconCalendarOff}
      text={date < startsOn ? marksBeginOn(startsOn) : termEndedOn(endsOn)}
      action={
        date > endsOn && (
          <Button variant="default" onClick={() => onPick(endsOn)}>
            Open {formatDay(endsOn)}
          </Button>
        )
      }
    />
  );
};

interface ClassesProps {
  readonly subjects: readonly [TaughtSubject, ...TaughtSubject[]];
  readonly today: IsoDate;
}

const ClassesOf = ({
  subjects,
  subject,
  today,
}: ClassesProps & Pick<ClassPickerProps, 'subject'>) => {
  const person = usePerson().email;
  const { section, date: day }: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const [openedOn, setOpenedOn] = useState(today);
  const date = typeof day === 'string' && isIsoDate(day) && day < today ? day : openedOn;
  const part =
    subject.parts.find(({ sectionId }) => sectionId === textParam(section)) ?? subject.parts[0];
  const classDay: ClassDay = { subjectId: subject.id, sectionId: part?.sectionId ?? null, date };
  /** Whether the date field holds a valid day. */
  const [dated, setDated] = useState(true);
  const shown = useRef<MarkingStore<Roll>>(null);
  const guard = useLeaveGuard(() => Boolean(shown.current?.get().marks.size));
  // At midnight, a class with unsent marks keeps its day.
  const follow = useEffectEvent((now: IsoDate): void => {
    if (!shown.current?.get().marks.size) setOpenedOn(now);
  });
  useEffect(() => follow(today), [today]);
  const pick = (next: ClassDay) =>
    guard.leave(() => {
      setOpenedOn(today);
      setDated(true);
      void navigate({
        to: '.',
        search: {
          subject: next.subjectId,
          ...(next.sectionId !== null && { section: next.sectionId }),
          ...(next.date !== today && { date: next.date }),
        },
        replace: true,
        resetScroll: false,
      });
    });
  const pickDate = (picked: IsoDate | null): void => {
    setDated(picked !== null);
    if (picked !== null && picked !== date) pick({ ...classDay, date: picked });
  };
  return (
    <>
      <UnsentClasses subjects={subjects} classDay={classDay} onPick={pick} />
      <ClassPicker
        subjects={subjects}
        subject={subject}
        classDay={classDay}
        today={today}
        onPick={pick}
        onPickDate={pickDate}
      />
      <DateContent open={dated}>
        {classDay.date < subject.startsOn || classDay.date > subject.endsOn ? (
          <OutsideTerm
            subject={subject}
            date={classDay.date}
            onPick={(last) => pick({ ...classDay, date: last })}
          />
        ) : (
          <ClassRoster
            key={classKey(classDay)}
            person={person}
            classDay={classDay}
            facultyEmail={person}
            subject={classLabel(subject, classDay)}
            ref={shown}
          />
        )}
      </DateContent>
      <LeaveClassDialog classDay={classDay} guard={guard} />
    </>
  );
};

const Classes = ({ subjects, today }: ClassesProps) => {
  const { subject: asked }: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  // Stays when the teacher is given another subject, which may come before it.
  const [first] = useState(subjects[0].id);
  const subject = subjects.find(({ id }) => id === (textParam(asked) || first));
  const [other] = subjects;
  return (
    <>
      {subject ? (
        <ClassesOf subjects={subjects} subject={subject} today={today} />
      ) : (
        <EmptyState
          card
          icon={IconCalendarOff}
          text="This subject is not among yours any more"
          action={
            <Button
              variant="default"
              onClick={() =>
                void navigate({ to: '.', search: { subject: other.id }, replace: true })
              }
            >
              Open {subjectLabel(other)}
            </Button>
          }
        />
      )}
    </>
  );
};

/** A teacher takes the roll of a class. */
export default function MarkAttendancePage() {
  const person = usePerson().email;
  const campus = useQuery(campusQuery);
  const subjects = useQuery(taughtSubjectsQuery(person));
  useFailureToast('Failed to fetch subjects', subjects.error ?? campus.error);
  return (
    <Page title="Mark Attendance">
      <Loaded
        query={combineQueries({ campus, subjects })}
        what="subjects"
        failed="Your subjects could not be loaded."
        rows={8}
        columns={4}
        card
      >
        {({ campus: { today }, subjects: [first, ...others] }) => (
          <div className={classes['page']}>
            <Sending subjects={first ? [first, ...others] : []} />
            {first ? (
              <Classes subjects={[first, ...others]} today={today} />
            ) : (
              <EmptyState card icon={IconCalendarOff} text="No subjects assigned to you" />
            )}
          </div>
        )}
      </Loaded>
    </Page>
  );
}
