import { isIsoDate, type IsoDate, type SubjectDetails, subjects } from '@campus/contract';
import { IconCalendarOff, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { campusQuery } from '../../../lib/campus.ts';
import { formatDay } from '../../../lib/day.ts';
import { useReply } from '../../../lib/query.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { combineQueries } from '../../../lib/combine-queries.ts';
import type { MarkingStore } from '../../../lib/marking/store.ts';
import { useLeaveGuard } from '../../../lib/use-leave-guard.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { Card, CardStack, Page } from '../../../ui/page.tsx';
import { EmptyState, Loaded } from '../../../ui/loaded.tsx';
import { ClassRoster } from '../marking/class-roster.tsx';
import { ClassStats } from '../class-stats.tsx';
import { DatePicker, DateContent } from '../date-picker.tsx';
import type { Roll } from '../marking/attendance-marks.ts';
import { OutcomeNotices } from '../marking/outcome-notices.tsx';
import { LeaveClassDialog } from '../leave-class-dialog.tsx';
import SendQueued from '../marking/sending/send-queued.lazy.tsx';
import { noSuchClass } from './no-such-class.tsx';
import classes from './correct-attendance.module.css';

interface CorrectionProps {
  readonly subject: SubjectDetails;
  readonly date: IsoDate;
  readonly today: IsoDate;
}

const Correction = ({ subject, date, today }: CorrectionProps) => {
  const person = usePerson().email;
  const [dated, setDated] = useState(true);
  const shown = useRef<MarkingStore<Roll>>(null);
  const guard = useLeaveGuard(() => Boolean(shown.current?.get().marks.size));
  const navigate = useNavigate();
  const classDay = { subjectId: subject.id, sectionId: null, date };
  const { startsOn, endsOn } = subject.term;
  const last = endsOn < today ? endsOn : today;
  const inTerm = startsOn <= date && date <= last;
  return (
    <CardStack>
      <SendQueued person={person} />
      <OutcomeNotices />
      <Card>
        <div className={classes['head']}>
          <DatePicker
            className={classes['date']}
            value={date}
            min={startsOn}
            max={last}
            today={today}
            onPick={(next) => {
              setDated(next !== null);
              if (next !== null && next !== date)
                void navigate({ to: `/admin/attendance/${subject.id}/${next}`, replace: true });
            }}
          />
          <ClassStats {...classDay} />
        </div>
      </Card>
      <DateContent open={dated}>
        {inTerm ? (
          <ClassRoster
            key={`${subject.id} ${date}`}
            person={person}
            facultyEmail={subject.emailId}
            subject={subjectLabel(subject)}
            classDay={classDay}
            ref={shown}
          />
        ) : (
          <EmptyState
            card
            icon={IconCalendarOff}
            text={`${subject.term.name} is from ${formatDay(startsOn)} to ${formatDay(endsOn)}`}
          />
        )}
      </DateContent>
      <LeaveClassDialog classDay={classDay} guard={guard} />
    </CardStack>
  );
};

/** An administrator corrects the roll of any class; what they change is recorded as a correction. */
export default function CorrectAttendancePage() {
  const { subjectId = '', date = '' } = useParams({ strict: false });
  const campus = useQuery(campusQuery);
  const subject = useReply(subjects.readSubject, { params: { subjectId } });
  return (
    <Page
      title="Correct Attendance"
      line={
        subject.data && (
          <>
            <SubjectLink {...subject.data} />, {subject.data.teacherName}
          </>
        )
      }
      actions={
        subject.data &&
        isIsoDate(date) && (
          <>
            <Link className={classes['link']} to={`/admin/attendance/${subjectId}/${date}/print`}>
              <IconPrinter size={18} stroke={1.75} aria-hidden />
              Print roster
            </Link>
            <Link className={classes['link']} to="/admin/attendance" search={{ date }}>
              All classes of this day
            </Link>
          </>
        )
      }
    >
      {isIsoDate(date) ? (
        <Loaded
          query={combineQueries({ subject, campus })}
          what="students"
          failed="The class could not be loaded."
          rows={8}
          columns={4}
          card
          missing={noSuchClass}
        >
          {(loaded) => (
            <Correction subject={loaded.subject} date={date} today={loaded.campus.today} />
          )}
        </Loaded>
      ) : (
        <EmptyState card {...noSuchClass} />
      )}
    </Page>
  );
}
