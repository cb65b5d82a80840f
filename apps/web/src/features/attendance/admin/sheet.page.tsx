import { attendance, type AttendanceSheet, type IsoDate } from '@campus/contract';
import { useParams } from '@tanstack/react-router';
import { formatDay } from '../../../lib/day.ts';
import { useReply } from '../../../lib/query.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { Letterhead } from '../../../ui/letterhead.tsx';
import { PrintPage } from '../../../ui/print-page.tsx';
import { noSuchClass } from './no-such-class.tsx';
import { letterOf, type SheetPage, sheetPages } from './sheet-pages.ts';
import classes from './print.module.css';

interface SheetTableProps {
  readonly sheet: AttendanceSheet;
  readonly page: SheetPage;
}

/** `20 Nov`: the heading has the year. */
const shortDay = (day: IsoDate): string => formatDay(day).split(' ').slice(0, 2).join(' ');

const SheetTable = ({ sheet, page }: SheetTableProps) => {
  const { subject, term, teacherName, days, rows } = sheet;
  const which =
    days.length === 0 ? 'No classes yet' : `Classes ${page.from + 1}–${page.to} of ${days.length}`;
  return (
    <section
      className={`${classes['paper']} ${classes['sheet']}`}
      aria-label={which}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls on phones: must be focusable
      tabIndex={0}
    >
      <table className={classes['table']}>
        <thead>
          <tr>
            <th className={classes['title']} colSpan={page.days.length + 2 + (page.last ? 3 : 0)}>
              <Letterhead />
              <strong>{subjectLabel(subject)}</strong>
              {term.name}, {formatDay(term.startsOn)} to {formatDay(term.endsOn)}. {teacherName}.{' '}
              {which}.
            </th>
          </tr>
          <tr>
            <th scope="col" className={classes['roll']}>
              Roll No
            </th>
            <th scope="col" className={classes['name']}>
              Name
            </th>
            {page.days.map((day) => (
              <th key={day} scope="col" className={classes['day']}>
                <span>{shortDay(day)}</span>
              </th>
            ))}
            {page.last &&
              ['Present', 'Classes', '%'].map((head) => (
                <th key={head} scope="col" className={classes['total']}>
                  {head}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.studentId}>
              <td className={classes['roll']}>{row.studentRollNo}</td>
              <th scope="row" className={classes['name']}>
                {row.studentName}
              </th>
              {page.days.map((day, index) => {
                const mark = row.marks[page.from + index];
                return (
                  <td key={day} className={classes['mark']} data-mark={mark}>
                    {letterOf(mark)}
                  </td>
                );
              })}
              {page.last && (
                <>
                  <td className={classes['total']}>{row.present}</td>
                  <td className={classes['total']}>{row.classes}</td>
                  <td className={classes['total']}>{row.percentage ?? 'N/A'}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes['footer']}>
        P present, A absent, blank not marked, – not enrolled on that day
      </p>
    </section>
  );
};

/** A subject's attendance in its term, students by days, for printing. */
export default function AttendanceSheetPage() {
  const { subjectId = '' } = useParams({ strict: false });
  const query = useReply(attendance.attendanceSheet, { params: { subjectId } });
  const sheet = query.data;
  return (
    <PrintPage
      title="Attendance Sheet"
      line={
        sheet && (
          <>
            <SubjectLink {...sheet.subject} />, {sheet.term.name}
          </>
        )
      }
      query={query}
      what="class"
      missing={noSuchClass}
      download={
        <DownloadMenu
          endpoint={attendance.exportSheet}
          params={{ subjectId }}
          name={`attendance-${sheet?.subject.subjectCode ?? ''}`}
        />
      }
    >
      {(loaded) =>
        sheetPages(loaded.days).map((page) => (
          <SheetTable key={page.from} sheet={loaded} page={page} />
        ))
      }
    </PrintPage>
  );
}
