import { IconBooks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { formatDay } from '../../../lib/day.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { TermState } from './term-state.tsx';
import { termsOptions, termSubjectsOptions } from './terms.api.ts';
import classes from './term.module.css';

/** The subjects of any term, also of one that was closed years ago. */
const TermPage = () => {
  const { termId = '' } = useParams({ strict: false });
  const { data: terms } = useQuery(termsOptions);
  const subjects = useQuery(termSubjectsOptions(termId));
  const term = terms?.find(({ id }) => id === termId);
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
        <Loaded
          query={subjects}
          what="subjects"
          rows={6}
          columns={4}
          flush
          missing={{
            icon: IconBooks,
            text: 'There is no such term.',
            action: <Link to="/admin/terms">All terms</Link>,
          }}
          empty={{ icon: IconBooks, text: 'No subjects in this term' }}
        >
          {(rows) => (
            <RecordTable
              label="Subjects"
              className={classes['table']}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: 'Name',
                  render: ({ id, subjectName }) => (
                    <Link to="/admin/classes/$subjectId" params={{ subjectId: id }}>
                      {subjectName}
                    </Link>
                  ),
                },
                { head: 'Code', render: ({ subjectCode }) => subjectCode },
                {
                  head: 'Teacher',
                  render: ({ teacherName }) => teacherName,
                  className: classes['roomy'],
                  muted: true,
                },
                {
                  head: 'Students',
                  render: ({ students }) => students.toLocaleString('en'),
                  number: true,
                },
              ]}
            />
          )}
        </Loaded>
      </Card>
    </>
  );
};

export default TermPage;
