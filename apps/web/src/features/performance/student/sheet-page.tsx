import { type ResultSheet, schoolPerformance, type SheetSubject } from '@campus/contract';
import { IconFileOff } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { formatDay, localToday } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useReply } from '../../../lib/query.ts';
import { Letterhead } from '../../../ui/letterhead.tsx';
import { PaperPage } from '../../../ui/paper-page.tsx';
import classes from './result-sheet.module.css';

const percent = (value: number | null): string => (value === null ? 'N/A' : `${value}%`);

const exam = ({ title, marks, maxMarks }: SheetSubject['exams'][number]): string =>
  `${title} ${marks === null ? 'absent' : `${marks}/${maxMarks}`}`;

const SubjectRow = ({ subject }: { readonly subject: SheetSubject }) => {
  const graded = subject.percent !== null;
  return (
    <tr>
      <th scope="row">
        {subject.subjectName} <span>({subject.subjectCode})</span>
      </th>
      <td className={classes['exams']}>
        {subject.exams.length === 0
          ? 'N/A'
          : subject.exams.map((one, index) => (
              <Fragment key={`${one.date} ${one.title}`}>
                {index > 0 && ', '}
                <span>{exam(one)}</span>
              </Fragment>
            ))}
      </td>
      <td className={classes['number']}>{subject.credits}</td>
      <td className={classes['number']}>
        {graded ? `${subject.marks} of ${subject.maxMarks}` : 'N/A'}
      </td>
      <td className={classes['number']}>{percent(subject.percent)}</td>
      <td>{subject.letter ?? 'N/A'}</td>
      <td className={classes['number']}>{subject.points ?? 'N/A'}</td>
      <td className={classes['number']}>{percent(subject.attendancePercentage)}</td>
    </tr>
  );
};

const heads = ['Subject', 'Exams', 'Credits', 'Marks', 'Percent', 'Letter', 'Points', 'Attendance'];
const numbers = new Set(['Credits', 'Marks', 'Percent', 'Points', 'Attendance']);

const Subjects = ({ sheet }: { readonly sheet: ResultSheet }) => (
  <section
    className={classes['scroll']}
    aria-label="Results by subject"
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways on phones: keys must get there
    tabIndex={0}
  >
    <table className={classes['table']} aria-label="Results by subject">
      <thead>
        <tr>
          {heads.map((head) => (
            <th
              key={head}
              scope="col"
              className={numbers.has(head) ? classes['number'] : undefined}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.subjects.map((subject) => (
          <SubjectRow key={subject.id} subject={subject} />
        ))}
      </tbody>
    </table>
  </section>
);

const Facts = ({ items }: { readonly items: readonly (readonly [string, string | number])[] }) => (
  <dl className={classes['facts']}>
    {items.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** One student's term on one sheet of paper. */
const ResultSheetPaper = ({ sheet }: { readonly sheet: ResultSheet }) => {
  const { student, term, marks, maxMarks, score, gradePointAverage, gradingScale } = sheet;
  return (
    <article className={classes['paper']} aria-label={`Result sheet of ${student.name}`}>
      <Letterhead full />
      <header className={classes['head']}>
        <p className={classes['title']}>Result Sheet</p>
        <p>
          {term.name}, {formatDay(term.startsOn)} to {formatDay(term.endsOn)}
        </p>
      </header>
      <Facts
        items={[
          ['Name', student.name],
          ['University ID', student.univId ?? 'N/A'],
          ['Roll No', student.rollNo ?? 'N/A'],
          ['Course', student.course ?? 'N/A'],
          ['Department', student.branch ?? 'N/A'],
          ['Semester', student.semester ?? 'N/A'],
        ]}
      />
      <Subjects sheet={sheet} />
      <Facts
        items={[
          ['Total marks', maxMarks === 0 ? 'N/A' : `${marks} of ${maxMarks}`],
          ['Score', percent(score)],
          ['Grade point average', gradePointAverage ?? 'N/A'],
        ]}
      />
      <footer className={classes['foot']}>
        <p>
          {gradingScale
            .map(({ letter, fromPercent, points }) => `${letter} from ${fromPercent}% (${points})`)
            .join(', ')}
          . An exam that was missed counts in no total. Printed {formatDay(localToday())}.
        </p>
        <p className={classes['sign']}>Signature</p>
      </footer>
    </article>
  );
};

interface SheetPageProps {
  readonly email: string;
  readonly termId: string;
  /** Where the reader came from. */
  readonly back: ReactNode;
}

/** A result sheet as it will be on paper. */
export const SheetPage = ({ email, termId, back }: SheetPageProps) => {
  const query = useReply(schoolPerformance.resultSheet, { params: { email, termId } });
  return (
    <PaperPage
      title="Result sheet"
      line={back}
      query={query}
      what="result sheet"
      missing={{
        icon: IconFileOff,
        text: errorText(query.error, 'There is no such result sheet.'),
      }}
    >
      {(sheet) => <ResultSheetPaper sheet={sheet} />}
    </PaperPage>
  );
};
