import type { FacultyListItem } from '@campus/contract';
import { Tabs } from '@mantine/core';
import { IconSchool, IconTableExport, IconUserPlus } from '@tabler/icons-react';
import { useIsMutating } from '@tanstack/react-query';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { ListUpload } from '../../ui/list-upload/list-upload.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { facultyFile } from './bulk/bulk-list.ts';
import { FacultyForm } from './faculty/faculty-form.tsx';
import { PeopleRecords } from './list/people-records.tsx';
import type { Column } from './list/people-records.tsx';
import { readView } from './list/use-list-view.ts';
import { usePeopleList } from './list/use-people-list.ts';
import { facultyChange, facultyList } from './people.api.ts';
import classes from './people.module.css';

const columns: readonly Column<FacultyListItem>[] = [
  { label: 'Name', value: ({ name }) => name },
  { label: 'Department', value: ({ department }) => department },
  { label: 'Email', value: ({ email }) => email, quiet: true },
];

/** Adding teachers, one by one or by file, above the directory of all of them. */
const AdminTeachersPage = () => {
  const { notice, tell } = useNotice();
  const busy = useIsMutating({ mutationKey: facultyChange }) > 0;
  const directory = usePeopleList(facultyList);
  const uploaded = (count: number, emails: readonly string[]): void => {
    tell('success')(`Successfully uploaded ${count} teachers`);
    void directory.reveal(emails);
  };
  return (
    <>
      <PageHead title="Teachers" />
      {notice}
      <div className={classes['stack']} data-narrow>
        <Card flush>
          <Tabs defaultValue="single">
            <Tabs.List className={classes['tabs'] ?? ''} aria-label="Ways to add teachers">
              <Tabs.Tab
                value="single"
                disabled={busy}
                leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
              >
                Add Single Teacher
              </Tabs.Tab>
              <Tabs.Tab
                value="bulk"
                disabled={busy}
                leftSection={<IconTableExport size={20} stroke={1.75} aria-hidden />}
              >
                Bulk Upload
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="single">
              <FacultyForm onAdded={({ email }) => void directory.reveal([email])} />
            </Tabs.Panel>
            <Tabs.Panel value="bulk">
              <ListUpload
                list={facultyFile}
                busy={busy}
                onUploaded={uploaded}
                onCancelled={tell('success')}
                onRefused={tell('error')}
              />
            </Tabs.Panel>
          </Tabs>
        </Card>
        <PeopleRecords
          title="Faculty Directory"
          state={directory}
          columns={columns}
          search={{ label: 'Find a teacher', placeholder: 'Search name, department or email' }}
          icon={<IconSchool stroke={1.75} />}
          records="/admin/teachers"
          mark={({ active }) => (active ? null : 'Deactivated')}
          tools={
            <SelectField
              aria-label="Which teachers"
              value={directory.view.show}
              data={[
                { label: 'Active', value: 'active' },
                { label: 'Deactivated', value: 'deactivated' },
                { label: 'All', value: 'all' },
              ]}
              onChange={(event) =>
                directory.setView({ show: readView({ show: event.currentTarget.value }).show })
              }
            />
          }
          texts={{
            loading: 'Loading teachers...',
            empty: 'No teachers found',
            failed: 'Failed to fetch teachers. Please try again.',
          }}
        />
      </div>
    </>
  );
};

export default AdminTeachersPage;
