import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../../lib/call-error.ts';
import { useListPlace } from '../../../lib/use-list-place.ts';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { pageSize, studentsQuery } from '../corrections.api.ts';
import type { StudentsProps } from './student-actions.tsx';
import { StudentLines } from './student-lines.tsx';
import { StudentTable } from './student-table.tsx';
import classes from './students.module.css';

/** Without an answer there is no sentence of the server's. */
const failure = (error: unknown, fallback: string): string =>
  error instanceof CallError && error.code !== 'network' && error.message
    ? error.message
    : fallback;

/** All students, page by page: search, table (lines where it does not fit) and every state. */
export const StudentList = ({ onOpen }: Pick<StudentsProps, 'onOpen'>) => {
  const { place, go } = useListPlace(['all']);
  const { ref, narrow } = useNarrow(820);
  const query = useQuery(studentsQuery(place));
  const { data } = query;

  const List = narrow ? StudentLines : StudentTable;

  return (
    <Card
      flush
      actions={
        <>
          <SearchField
            label="Find a student"
            placeholder="Find a student"
            value={place.search}
            onSearch={(search) => go({ search })}
          />
          {data && (
            <output className={classes['total']}>
              {data.total === 1 ? '1 student' : `${data.total.toLocaleString('en')} students`}
            </output>
          )}
        </>
      }
    >
      <div ref={ref}>
        <PagedList
          query={query}
          page={place.page}
          pageSize={pageSize}
          onPage={(page) => go({ page })}
          loading="Loading students..."
          failed="Failed to fetch students. Please try again."
          textOf={failure}
          skeleton={<SkeletonRows rows={pageSize} columns={narrow ? 1 : 5} />}
          empty={{ icon: <IconUsers stroke={1.75} />, text: 'No students found' }}
          steady
        >
          {(rows) => <List rows={rows} onOpen={onOpen} />}
        </PagedList>
      </div>
    </Card>
  );
};
