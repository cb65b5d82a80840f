import type { FacultyListItem, FacultyProfile } from '@campus/contract';
import { IconSchool } from '@tabler/icons-react';
import { useIsMutating } from '@tanstack/react-query';
import { SelectField } from '../../ui/fields.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AddPeople } from './add-people.tsx';
import { facultyFile } from './bulk/bulk-list.ts';
import { PeopleRecords } from './list/people-records.tsx';
import type { Column } from './list/people-records.tsx';
import { readView } from './list/use-list-view.ts';
import { usePeopleList } from './list/use-people-list.ts';
import { newTeacher } from './new-person.ts';
import { facultyChange, facultyList } from './people.api.ts';
import { PersonForm } from './person-form.tsx';
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
  const added = ({ email }: FacultyProfile): void => {
    tell('success')('Faculty added successfully');
    void directory.reveal([email]);
  };
  const uploaded = (count: number, emails: readonly string[]): void => {
    tell('success')(`Successfully uploaded ${count} teachers`);
    void directory.reveal(emails);
  };
  return (
    <>
      <PageHead title="Teachers" />
      {notice}
      <div className={classes['stack']} data-narrow>
        <AddPeople
          label="Ways to add teachers"
          single="Add Single Teacher"
          list={facultyFile}
          busy={busy}
          onUploaded={uploaded}
          tell={tell}
        >
          <PersonForm rules={newTeacher} busy={busy} onAdded={added} onRefused={tell('error')} />
        </AddPeople>
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
