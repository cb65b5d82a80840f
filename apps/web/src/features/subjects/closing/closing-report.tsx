import type { PromotionStep, TermClosing } from '@campus/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCount } from '../../../lib/count.ts';
import { formatDay } from '../../../lib/day.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { Card } from '../../../ui/page.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import classes from './closing.module.css';

const standing = ({ semester, year }: PromotionStep['from']): string =>
  [semester === null ? 'No semester' : `Semester ${semester}`, year !== null && `year ${year}`]
    .filter(Boolean)
    .join(', ');

const Promotion = ({ promotion }: Pick<TermClosing, 'promotion'>) => (
  <Card title="Students" flush>
    <p className={classes['rule']}>{promotion.rule}</p>
    {promotion.steps.length > 0 && (
      <RecordTable
        label="Promotion"
        className={classes['table']}
        rows={promotion.steps}
        keyOf={({ from, to }) => `${standing(from)} ${standing(to)}`}
        columns={[
          { head: 'From', render: ({ from }) => standing(from) },
          { head: 'To', render: ({ to }) => standing(to) },
          {
            head: 'For example',
            render: ({ examples }) => examples.join(', '),
            className: classes['wideOnly'],
            muted: true,
          },
          { head: 'Students', render: ({ students }) => formatCount(students), alignRight: true },
        ]}
      />
    )}
  </Card>
);

const Subjects = ({ subjects }: Pick<TermClosing, 'subjects'>) => (
  <Card title="Subjects of the next term" flush>
    {subjects.length === 0 ? (
      <p className={classes['rule']}>There are no subjects in it.</p>
    ) : (
      <RecordTable
        label="Subjects of the next term"
        className={classes['table']}
        rows={subjects}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Name', render: subjectLabel },
          {
            head: 'Teacher',
            render: ({ teacherName }) => teacherName,
            className: classes['wideOnly'],
            muted: true,
          },
          { head: 'For', render: ({ audience }) => audience },
          { head: 'Students', render: ({ students }) => formatCount(students), alignRight: true },
        ]}
      />
    )}
  </Card>
);

type Stat = readonly [label: string, figure: number, note?: string];

export const Stats = ({ figures }: { readonly figures: readonly Stat[] }) => (
  <dl className={classes['figures']}>
    {figures.map(([label, figure, note]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {formatCount(figure)}
          {note && <span>{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
);

/** What closing would do or has done, in figures and examples. */
export const ClosingReport = ({ report }: { readonly report: TermClosing }) => {
  const { term, next, promotion, subjects, warnings } = report;
  const figures = [
    [
      'Students promoted',
      promotion.promoted,
      `${formatCount(promotion.unchanged)} stay as they are${report.graduates > 0 ? `, ${formatCount(report.graduates)} graduate` : ''}`,
    ],
    [
      'Subjects carried over',
      subjects.length - report.prepared,
      `${formatCount(report.leftBehind)} stay behind${report.prepared > 0 ? `, ${formatCount(report.prepared)} prepared before` : ''}`,
    ],
    ['Enrolments closed', report.enrolmentsClosed, `on ${formatDay(term.endsOn)}`],
    ['New enrolments', report.enrolmentsOpened, `from ${formatDay(next.startsOn)}`],
  ] as const;
  return (
    <>
      {report.dryRun && warnings.length > 0 && (
        <ul className={classes['warnings']} aria-label="Good to know before">
          {warnings.map((warning) => (
            <li key={warning}>
              <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
              {warning}
            </li>
          ))}
        </ul>
      )}
      <Stats figures={figures} />
      <Promotion promotion={promotion} />
      <Subjects subjects={subjects} />
      <p className={classes['line']}>
        Marks, history and old enrolments stay, and {term.name} can be read as before. Students who
        were added to a subject by hand are not enrolled again by themselves.
      </p>
    </>
  );
};
