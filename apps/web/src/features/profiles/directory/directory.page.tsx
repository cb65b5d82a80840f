import { type FacultyListItem, people } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { serverText } from '../../../lib/error-text.ts';
import { usePage } from '../../../lib/query.ts';
import { useListState } from '../../../lib/use-list-state.ts';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { Page } from '../../../ui/page.tsx';
import { SearchedTable } from '../../../ui/paged-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import classes from './directory.module.css';

const Address = ({ email }: { readonly email: string }) => (
  <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>
    <EmailText email={email} />
  </a>
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
  const { view, setView } = useListState(['all']);
  const { search, page } = view;
  const query = usePage(people.listFaculty, {
    query: { limit: 10, page, search: search || undefined },
  });
  return (
    <Page title="Teachers">
      <SearchedTable
        query={query}
        view={view}
        setView={setView}
        what="teachers"
        failed="Failed to fetch teachers. Please try again."
        textOf={serverText}
        empty={{
          icon: IconSchool,
          text: 'No teachers found',
          action: search && (
            <Button variant="default" onClick={() => setView({ search: '' })}>
              Show all teachers
            </Button>
          ),
        }}
        search={['Find a teacher', 'Search name, department or email']}
        tools={
          <DownloadMenu
            endpoint={people.exportFacultyList}
            query={{ search: search || undefined }}
          />
        }
        noun="teacher"
        label="Teachers"
        keyOf={({ id }) => id}
        columns={columns}
        linesBelow={560}
      />
    </Page>
  );
};

export default DirectoryPage;
