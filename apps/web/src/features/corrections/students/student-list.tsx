import type { ReactNode } from 'react';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../../lib/call-error.ts';
import { useListPlace } from '../../../lib/use-list-place.ts';
import { useWithinPages } from '../../../lib/use-within-pages.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PagedRows } from '../../../ui/paged-rows.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
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

  useWithinPages(query, place.page, pageSize, (page) => go({ page }));

  const content = (): ReactNode => {
    if (!data)
      return (
        <UntilLoaded
          query={query}
          loading="Loading students..."
          failed="Failed to fetch students. Please try again."
          textOf={failure}
          flush
        >
          <SkeletonRows rows={pageSize} columns={narrow ? 1 : 5} />
        </UntilLoaded>
      );
    if (data.total === 0)
      return <EmptyState icon={<IconUsers stroke={1.75} />} text="No students found" />;
    const List = narrow ? StudentLines : StudentTable;
    return (
      <PagedRows
        page={place.page}
        pageSize={pageSize}
        total={data.total}
        waiting={query.isPlaceholderData}
        onPage={(page) => go({ page })}
      >
        <List rows={data.rows} onOpen={onOpen} />
      </PagedRows>
    );
  };

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
      <div ref={ref}>{content()}</div>
    </Card>
  );
};
