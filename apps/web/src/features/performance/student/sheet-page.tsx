import {
  missedExamsInWords,
  type ResultSheet,
  schoolPerformance,
  type SheetSubject,
} from '@campus/contract';
import { IconFileOff } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { percentText } from '../../../lib/count.ts';
import { useToday } from '../../../lib/campus.ts';
import { formatDay } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useReply } from '../../../lib/query.ts';
import { focusableIfScrolls } from '../../../ui/data-table.tsx';
import { Letterhead } from '../../../ui/letterhead.tsx';
import { PrintPage } from '../../../ui/print-page.tsx';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import classes from './result-sheet.module.css';

const percent = (value: number | null): string => percentText(value) ?? 'N/A';

const exam = ({ title, marks, maxMarks }: SheetSubject['exams'][number]): string =>
  `${title} ${marks === null ? 'absent' : `${marks}/${maxMarks}`}`;

interface PaperColumn<Row> {
  readonly head: string;
  readonly render: (row: Row) => ReactNode;
  readonly number?: true;
  readonly className?: string | undefined;
}

interface PaperTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The first column names the row. */
  readonly columns: readonly PaperColumn<Row>[];
}

const PaperTable = <Row extends { readonly id: string }>(props: PaperTableProps<Row>) => {
  const { label, rows, columns } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element stands for a scrolling box
    <div className={classes['scroll']} ref={focusableIfScrolls} role="group" aria-label={label}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ head, number }) => (
              <th key={head} scope="col" className={number && classes['number']}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ head, render, number, className }, at) =>
                at === 0 ? (
                  <th key={head} scope="row">
                    {render(row)}
                  </th>
                ) : (
                  <td
                    key={head}
                    className={number ? classes['number'] : className}
                    data-label={head}
                  >
                    {render(row) ?? 'N/A'}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const marksOf = ({ marks, maxMarks }: Pick<ResultSheet, 'marks' | 'maxMarks'>): string | null =>
  maxMarks === 0 ? null : `${marks} of ${maxMarks}`;

const subjectColumns: readonly PaperColumn<SheetSubject>[] = [
  {
    head: 'Subject',
    render: (subject) => <SubjectLink {...subject} />,
  },
  {
    head: 'Exams',
    className: classes['exams'],
    render: ({ exams }) =>
      exams.length === 0 ? null : (
        // One element, because on phones a cell becomes a row of name and value.
        <div>
          {exams.map((one, index) => (
            <Fragment key={`${one.date} ${one.title}`}>
              {index > 0 && ', '}
              <span>{exam(one)}</span>
            </Fragment>
          ))}
        </div>
      ),
  },
  { head: 'Credits', number: true, render: ({ credits }) => credits },
  { head: 'Marks', number: true, render: marksOf },
  { head: 'Percent', number: true, render: ({ percent: value }) => percent(value) },
  { head: 'Letter', render: ({ letter }) => letter },
  { head: 'Points', number: true, render: ({ points }) => points },
  {
    head: 'Attendance',
    number: true,
    render: ({ attendancePercentage }) => percent(attendancePercentage),
  },
];

const termColumns: readonly PaperColumn<ResultSheet['allTerms'] & { name: string; id: string }>[] =
  [
    { head: 'Term', render: ({ name }) => name },
    { head: 'Credits', number: true, render: ({ credits }) => credits },
    { head: 'Marks', number: true, render: marksOf },
    { head: 'Score', number: true, render: ({ score }) => percent(score) },
    {
      head: 'Grade point average',
      number: true,
      render: ({ gradePointAverage }) => gradePointAverage,
    },
  ];

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

/** One student's term on one sheet of paper, with the totals of all terms up to it. */
export const ResultSheetPaper = ({ sheet }: { readonly sheet: ResultSheet }) => {
  const { student, term, terms, allTerms, gradingScale } = sheet;
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
      <PaperTable label="Results by subject" rows={sheet.subjects} columns={subjectColumns} />
      <Facts
        items={[
          ['Total marks', marksOf(sheet) ?? 'N/A'],
          ['Score', percent(sheet.score)],
          ['Grade point average', sheet.gradePointAverage ?? 'N/A'],
        ]}
      />
      <PaperTable
        label="Results by term"
        rows={[...terms, { id: 'all', name: 'All terms', ...allTerms }]}
        columns={termColumns}
      />
      <footer className={classes['footer']}>
        <p>
          {gradingScale
            .map(({ letter, fromPercent, points }) => `${letter} from ${fromPercent}% (${points})`)
            .join(', ')}
          . Credits of a term are those of its subjects with marks. A grade point average weighs the
          points of each subject by its credits; without credits all weigh the same.{' '}
          {missedExamsInWords(terms)} Printed {formatDay(useToday())}.
        </p>
        <p className={classes['sign']}>Signature</p>
      </footer>
    </article>
  );
};

interface SheetPageProps {
  readonly email: string;
  readonly termId: string;
  /** A link back to where the reader came from. */
  readonly back: ReactNode;
}

export const SheetPage = ({ email, termId, back }: SheetPageProps) => {
  const query = useReply(schoolPerformance.resultSheet, { params: { email, termId } });
  return (
    <PrintPage
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
    </PrintPage>
  );
};
