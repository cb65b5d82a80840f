import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { serverText } from '../../../lib/error-text.ts';
import { useListPlace } from '../../../lib/use-list-place.ts';
import { useWithinPages } from '../../../lib/use-within-pages.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { PagedRows } from '../../../ui/paged-rows.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { pageSize, teachersOptions } from './directory.api.ts';
import { TeacherLines, TeacherTable } from './teacher-rows.tsx';
import classes from './directory.module.css';

/** A teacher's colleagues: name, department and e-mail, page by page. */
const DirectoryPage = () => {
  const { place, go } = useListPlace(['all']);
  const { ref, narrow } = useNarrow(560);
  const query = useQuery(teachersOptions(place));
  const { data } = query;

  useWithinPages(query, place.page, pageSize, (page) => go({ page }));

  const content = (): ReactNode => {
    if (!data)
      return (
        <UntilLoaded
          query={query}
          loading="Loading teachers..."
          failed="Failed to fetch teachers. Please try again."
          textOf={serverText}
          flush
        >
          <SkeletonRows rows={pageSize} columns={narrow ? 1 : 3} />
        </UntilLoaded>
      );
    if (data.total === 0)
      return (
        <EmptyState
          icon={<IconSchool stroke={1.75} />}
          text="No teachers found"
          action={
            place.search && (
              <Button variant="default" onClick={() => go({ search: '' })}>
                Show all teachers
              </Button>
            )
          }
        />
      );
    const List = narrow ? TeacherLines : TeacherTable;
    return (
      <PagedRows
        page={place.page}
        pageSize={pageSize}
        total={data.total}
        waiting={query.isPlaceholderData}
        onPage={(page) => go({ page })}
      >
        <List rows={data.rows} />
      </PagedRows>
    );
  };

  return (
    <>
      <PageHead title="Teachers" />
      <Card
        flush
        actions={
          <>
            <SearchField
              label="Find a teacher"
              placeholder="Search name, department or email"
              value={place.search}
              onSearch={(search) => go({ search })}
            />
            {data && (
              <output className={classes['total']}>
                {data.total === 1 ? '1 teacher' : `${data.total.toLocaleString('en')} teachers`}
              </output>
            )}
          </>
        }
      >
        <div ref={ref}>{content()}</div>
      </Card>
    </>
  );
};

export default DirectoryPage;
