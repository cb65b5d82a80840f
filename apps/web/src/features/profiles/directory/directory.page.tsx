import { type FacultyListItem, people } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { serverText } from '../../../lib/error-text.ts';
import { usePage } from '../../../lib/query.ts';
import { useListPlace } from '../../../lib/use-list-place.ts';
import { Page } from '../../../ui/page.tsx';
import { SearchedTable } from '../../../ui/paged-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
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

/** A teacher's colleagues: name, department and e-mail, paged. */
const DirectoryPage = () => {
  const { place, go } = useListPlace(['all']);
  const { search, page } = place;
  const query = usePage(people.listFaculty, {
    query: { limit: 10, page, search: search || undefined },
  });
  return (
    <Page title="Teachers">
      <SearchedTable
        query={query}
        view={place}
        setView={go}
        what="teachers"
        failed="Failed to fetch teachers. Please try again."
        textOf={serverText}
        empty={{
          icon: IconSchool,
          text: 'No teachers found',
          action: search && (
            <Button variant="default" onClick={() => go({ search: '' })}>
              Show all teachers
            </Button>
          ),
        }}
        search={['Find a teacher', 'Search name, department or email']}
        one="teacher"
        label="Teachers"
        keyOf={({ id }) => id}
        columns={columns}
        linesBelow={560}
      />
    </Page>
  );
};

export default DirectoryPage;
