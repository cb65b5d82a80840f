import type { FacultyListItem } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { serverText } from '../../../lib/error-text.ts';
import { useListPlace } from '../../../lib/use-list-place.ts';
import { Card } from '../../../ui/card.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { PagedTable } from '../../../ui/paged-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { teachersOptions } from './directory.api.ts';
import classes from './directory.module.css';

const Address = ({ email }: { readonly email: string }) => (
  <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>{email}</a>
);

const columns: readonly Column<FacultyListItem>[] = [
  { head: 'Name', render: ({ name }) => name },
  { head: 'Department', render: ({ department }) => department, fact: true },
  {
    head: 'Email',
    render: ({ email }) => <Address email={email} />,
    className: classes['email'],
  },
];

/** A teacher's colleagues: name, department and e-mail, page by page. */
const DirectoryPage = () => {
  const { place, go } = useListPlace(['all']);
  const query = useQuery(teachersOptions(place));
  const { data } = query;

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
        <PagedTable
          query={query}
          view={place}
          setView={go}
          what="teachers"
          failed="Failed to fetch teachers. Please try again."
          textOf={serverText}
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

          label="Teachers"
          keyOf={({ id }) => id}
          columns={columns}
          linesBelow={560}
        />
      </Card>
    </>
  );
};

export default DirectoryPage;
