import type { FacultyListItem } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { serverText } from '../../../lib/error-text.ts';
import { useListPlace } from '../../../lib/use-list-place.ts';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Hidden } from '../../../ui/hidden.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { pageSize, teachersOptions } from './directory.api.ts';
import classes from './directory.module.css';

interface RowsProps {
  readonly rows: readonly FacultyListItem[];
}

const Address = ({ email }: { readonly email: string }) => (
  <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>{email}</a>
);

const TeacherTable = ({ rows }: RowsProps) => (
  <DataTable label="Teachers">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Department</th>
        <th scope="col">Email</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name, department, email }) => (
        <tr key={id}>
          <th scope="row">{name}</th>
          <td>
            <OptionalValue value={department} />
          </td>
          <td className={classes['email']}>
            <Address email={email} />
          </td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);

/** The list where a table does not fit. */
const TeacherLines = ({ rows }: RowsProps) => (
  <ul className={classes['lines']} aria-label="Teachers">
    {rows.map(({ id, name, department, email }) => (
      <li key={id}>
        <span className={classes['name']}>{name}</span>
        <span>
          <Hidden>Department</Hidden> <OptionalValue value={department} />
        </span>
        <span className={classes['email']}>
          <Address email={email} />
        </span>
      </li>
    ))}
  </ul>
);

/** A teacher's colleagues: name, department and e-mail, page by page. */
const DirectoryPage = () => {
  const { place, go } = useListPlace(['all']);
  const { ref, narrow } = useNarrow(560);
  const query = useQuery(teachersOptions(place));
  const { data } = query;

  const List = narrow ? TeacherLines : TeacherTable;

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
        <div ref={ref}>
          <PagedList
            query={query}
            page={place.page}
            pageSize={pageSize}
            onPage={(page) => go({ page })}
            loading="Loading teachers..."
            failed="Failed to fetch teachers. Please try again."
            textOf={serverText}
            skeleton={<SkeletonRows rows={pageSize} columns={narrow ? 1 : 3} />}
            empty={{
              icon: IconSchool,
              text: 'No teachers found',
              action: place.search && (
                <Button variant="default" onClick={() => go({ search: '' })}>
                  Show all teachers
                </Button>
              ),
            }}
            steady
          >
            {(rows) => <List rows={rows} />}
          </PagedList>
        </div>
      </Card>
    </>
  );
};

export default DirectoryPage;
