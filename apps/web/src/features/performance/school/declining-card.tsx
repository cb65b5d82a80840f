import { type DecliningStudents, schoolPerformance } from '@campus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { countOf } from '../../../lib/count.ts';
import { useReply } from '../../../lib/query.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { monthName } from '../month-name.ts';
import { scopeOf, type PerformanceView } from './performance-view.ts';
import { StudentName } from './student-name.tsx';
import classes from './school.module.css';

/** What is compared, and with how much to go on. */
const sentence = ({ by, before, now, compared, fallen, students }: DecliningStudents): string => {
  if (before === null || now === null)
    return `There is nothing to compare yet: it takes published results of two ${by}s.`;
  const between = `${monthName(before)} to ${monthName(now)}`;
  if (compared === 0) return `${between}: nobody has marks in both.`;
  const of = `${between}: ${countOf(compared, 'student')} with marks in both`;
  if (fallen === 0) return `${of}, and nobody’s score fell.`;
  const shown = fallen > students.length ? ` The ${students.length} largest falls:` : '';
  return `${of}; the score of ${fallen} fell.${shown}`;
};

const DecliningTable = ({ before, now, students }: DecliningStudents) => (
  <RecordTable
    label="Who fell most"
    rows={students}
    keyOf={({ studentId }) => studentId}
    columns={[
      { head: 'Name', render: (student) => <StudentName {...student} /> },
      { head: monthName(before ?? ''), render: (student) => `${student.before}%`, number: true },
      { head: monthName(now ?? ''), render: (student) => `${student.now}%`, number: true },
      { head: 'Fall', render: ({ fall }) => `−${fall}`, number: true, className: classes['fall'] },
    ]}
  />
);

/** Students whose score fell most between the last two months, or terms, with marks. */
export const DecliningCard = ({ view }: { readonly view: PerformanceView }) => {
  const declining = useReply(schoolPerformance.listDecliningStudents, {
    query: scopeOf(view),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="Who fell most" flush>
      <Loaded query={declining} what="comparison" columns={4} flush>
        {(fallen) => (
          <>
            <p className={classes['sentence']}>{sentence(fallen)}</p>
            {fallen.students.length > 0 && <DecliningTable {...fallen} />}
          </>
        )}
      </Loaded>
    </Card>
  );
};
