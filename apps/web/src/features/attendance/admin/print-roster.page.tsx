import {
  attendance,
  isIsoDate,
  type IsoDate,
  type ReplyOf,
  type SubjectDetails,
  subjects,
} from '@campus/contract';
import { useParams } from '@tanstack/react-router';
import { pluralize } from '../../../lib/count.ts';
import { formatDay } from '../../../lib/day.ts';
import { useReply } from '../../../lib/query.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { combineQueries } from '../../../lib/combine-queries.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Letterhead } from '../../../ui/letterhead.tsx';
import { noSuchClass } from './no-such-class.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { PrintPage } from '../../../ui/print-page.tsx';
import classes from './print.module.css';

/** A box to tick by hand, ticked when the student is already marked so. */
const TickBox = ({ ticked }: { readonly ticked: boolean }) => (
  <td className={classes['box']}>
    <span className={classes['square']}>
      {ticked && (
        <>
          <span aria-hidden>×</span>
          <VisuallyHidden>Yes</VisuallyHidden>
        </>
      )}
    </span>
  </td>
);

interface RosterOnPaperProps {
  readonly subject: SubjectDetails;
  readonly date: IsoDate;
  readonly entries: ReplyOf<typeof attendance.roster>;
}

const RosterOnPaper = ({ subject, date, entries }: RosterOnPaperProps) => (
  <section
    className={`${classes['paper']} ${classes['roster']}`}
    aria-label={`Roster of ${subjectLabel(subject)}`}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls on phones: must be focusable
    tabIndex={0}
  >
    <table className={classes['table']}>
      <thead>
        <tr>
          <th className={classes['title']} colSpan={5}>
            <Letterhead />
            <strong>{subjectLabel(subject)}</strong>
            {formatDay(date)}. {subject.teacherName}. {subject.term.name}.{' '}
            {pluralize(entries.length, 'student')}.
          </th>
        </tr>
        <tr>
          <th scope="col">Roll No</th>
          <th scope="col">Name</th>
          <th scope="col">Present</th>
          <th scope="col">Absent</th>
          <th scope="col">Remarks</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={classes['roll']}>{entry.studentRollNo}</td>
            <th scope="row" className={classes['name']}>
              {entry.studentName}
            </th>
            <TickBox ticked={entry.present === true} />
            <TickBox ticked={entry.present === false} />
            <td className={classes['remarks']}>
              {entry.countedUntil
                ? `Counted already, until ${formatDay(entry.countedUntil)}`
                : entry.remarks}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className={classes['footer']}>
      <span className={classes['sign']}>Taken by: ______________________</span>
      <span className={classes['sign']}>Signature: ______________________</span>
    </p>
  </section>
);

/** A class's roster on paper, to take the roll by hand: boxes to tick, existing marks ticked. */
export default function PrintRosterPage() {
  const { subjectId = '', date = '' } = useParams({ strict: false });
  const exists = isIsoDate(date);
  const subject = useReply(subjects.readSubject, { params: { subjectId } });
  const roster = useReply(attendance.roster, { params: { subjectId, date }, enabled: exists });
  return (
    <PrintPage
      title="Roster"
      line={
        subject.data && exists ? (
          <>
            <SubjectLink {...subject.data} />, {formatDay(date)}
          </>
        ) : undefined
      }
      what="class"
      missing={noSuchClass}
      query={exists ? combineQueries({ subject, entries: roster }) : null}
      download={
        <DownloadMenu
          endpoint={attendance.exportRoster}
          params={{ subjectId, date }}
          name={`roster-${subject.data?.subjectCode ?? ''}-${date}`}
        />
      }
    >
      {(loaded) => <RosterOnPaper {...loaded} date={date} />}
    </PrintPage>
  );
}
