import type { DecliningStudents } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { monthName } from '../month-name.ts';
import { decliningQuery } from '../performance.api.ts';
import { scopeOf, type PerformanceView } from './performance-view.ts';
import { StudentName } from './student-name.tsx';
import classes from './school.module.css';

const people = (count: number): string => `${count} ${count === 1 ? 'student' : 'students'}`;

/** What is compared, and with how much to go on. */
const sentence = ({ by, before, now, compared, fallen, students }: DecliningStudents): string => {
  if (before === null || now === null)
    return `There is nothing to compare yet: it takes published results of two ${by}s.`;
  const between = `${monthName(before)} to ${monthName(now)}`;
  if (compared === 0) return `${between}: nobody has marks in both.`;
  const of = `${between}: ${people(compared)} with marks in both`;
  if (fallen === 0) return `${of}, and nobody’s score fell.`;
  const shown = fallen > students.length ? ` The ${students.length} largest falls:` : '';
  return `${of}; the score of ${fallen} fell.${shown}`;
};

const DecliningTable = ({ fallen }: { readonly fallen: DecliningStudents }) => (
  <DataTable label="Who fell most" className={classes['fallen']}>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col" data-number>
          {monthName(fallen.before ?? '')}
        </th>
        <th scope="col" data-number>
          {monthName(fallen.now ?? '')}
        </th>
        <th scope="col" data-number>
          Fall
        </th>
      </tr>
    </thead>
    <tbody>
      {fallen.students.map(({ fall, before, now, ...student }) => (
        <tr key={student.studentId}>
          <th scope="row">
            <StudentName {...student} />
          </th>
          <td data-number>{before}%</td>
          <td data-number>{now}%</td>
          <td data-number className={classes['fall']}>
            −{fall}
          </td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);

const Content = ({ view }: { readonly view: PerformanceView }) => {
  const { data, error, refetch } = useQuery(decliningQuery(scopeOf(view)));
  if (data)
    return (
      <>
        <p className={classes['sentence']}>{sentence(data)}</p>
        {data.students.length > 0 && <DecliningTable fallen={data} />}
      </>
    );
  return (
    <UntilLoaded
      query={{ error, refetch }}
      loading="Loading comparison..."
      failed="The comparison could not be loaded."
      flush
    >
      <SkeletonRows rows={4} columns={4} />
    </UntilLoaded>
  );
};

/** Students whose score fell most between the last two months, or terms, with marks. */
export const DecliningCard = ({ view }: { readonly view: PerformanceView }) => (
  <Card title="Who fell most" flush>
    <Content view={view} />
  </Card>
);
