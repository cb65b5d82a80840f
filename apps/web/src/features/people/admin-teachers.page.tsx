import { type FacultyListItem, people } from '@campus/contract';
import { IconSchool } from '@tabler/icons-react';
import { SelectField } from '../../ui/fields.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import type { Column } from '../../ui/record-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EarlierBatches } from './batch/earlier-batches.tsx';
import { facultyFile } from './bulk/bulk-list.ts';
import { InvitationsBar, invitationStatuses } from './list/invitations.tsx';
import { PeopleRecords } from './list/people-records.tsx';
import { readView } from './list/list-view.ts';
import { newTeacher } from './new-person.ts';
import { PeoplePage } from './people-page.tsx';
import { teachersPage } from './people.api.ts';

const columns: readonly Column<FacultyListItem, never>[] = [
  { head: 'Department', render: ({ department }) => department, fact: true },
  {
    head: 'Email',
    render: ({ email }) => <EmailText email={email} />,
    muted: true,
    underBelow: 690,
  },
];

const AdminTeachersPage = () => (
  <PeoplePage
    title="Teachers"
    kind="faculty"
    single="Add Single Teacher"
    added="Faculty added successfully"
    rules={newTeacher}
    file={facultyFile}
    list={teachersPage}
    renderRecords={(state) => (
      <PeopleRecords
        title="Faculty Directory"
        state={state}
        columns={columns}
        search={['Find a teacher', 'Search name, department or email']}
        icon={IconSchool}
        what="teachers"
        mark={({ active }) => (active ? null : 'Deactivated')}
        filters={<InvitationsBar kind="teachers" view={state.view} />}
        tools={
          <>
            <SelectField
              aria-label="Which teachers"
              value={state.view.show}
              data={[
                { label: 'Active', value: 'active' },
                ...invitationStatuses,
                { label: 'Deactivated', value: 'deactivated' },
                { label: 'All', value: 'all' },
              ]}
              onChange={(event) =>
                state.setView({ show: readView({ show: event.currentTarget.value }).show })
              }
            />
            <DownloadMenu
              endpoint={people.exportFaculty}
              query={{ show: state.view.show, search: state.view.search || undefined }}
            />
            <EarlierBatches kind="faculty" />
          </>
        }
      />
    )}
  />
);

export default AdminTeachersPage;
