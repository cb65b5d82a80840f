import { IconBooks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isMissing } from '../../../lib/call-error.ts';
import { formatDay } from '../../../lib/day.ts';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { TermState } from './term-state.tsx';
import { termsOptions, termSubjectsOptions } from './terms.api.ts';
import classes from './term.module.css';

/** The subjects of any term, also of one that was closed years ago. */
const TermPage = () => {
  const { termId = '' } = useParams({ strict: false });
  const { data: terms } = useQuery(termsOptions);
  const { data, error, refetch } = useQuery(termSubjectsOptions(termId));
  const term = terms?.find(({ id }) => id === termId);

  const content = () => {
    if (!data)
      return isMissing(error) ? (
        <EmptyState
          icon={IconBooks}
          text="There is no such term."
          action={<Link to="/admin/terms">All terms</Link>}
        />
      ) : (
        <UntilLoaded
          query={{ error, refetch }}
          loading="Loading subjects..."
          failed="The subjects could not be loaded"
          flush
        >
          <SkeletonRows rows={6} columns={4} />
        </UntilLoaded>
      );
    if (data.length === 0) return <EmptyState icon={IconBooks} text="No subjects in this term" />;
    return (
      <DataTable label="Subjects" className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Code</th>
            <th scope="col" className={classes['roomy']}>
              Teacher
            </th>
            <th scope="col" data-number>
              Students
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((subject) => (
            <tr key={subject.id}>
              <th scope="row">
                <Link to="/admin/classes/$subjectId" params={{ subjectId: subject.id }}>
                  {subject.subjectName}
                </Link>
              </th>
              <td>{subject.subjectCode}</td>
              <td className={classes['roomy']} data-quiet>
                {subject.teacherName}
              </td>
              <td data-number>{subject.students.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    );
  };

  return (
    <>
      <PageHead
        title={term?.name ?? 'Term'}
        line={
          <>
            <Link to="/admin/terms">All terms</Link>
            {term && ` · ${formatDay(term.startsOn)} to ${formatDay(term.endsOn)}`}
            {term?.closedBy && term.closedAt && ` · closed by ${term.closedBy}`}
          </>
        }
        actions={term && <TermState state={term.state} />}
      />
      <Card title="Subjects" flush>
        {content()}
      </Card>
    </>
  );
};

export default TermPage;
