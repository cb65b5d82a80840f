import { programmes } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { May } from '../../lib/may-call.tsx';
import { studentFile } from './bulk/bulk-list.ts';
import { StudentRecords } from './list/student-records.tsx';
import { newStudent } from './new-person.ts';
import { studentsPage } from './people.api.ts';
import { PeoplePage } from './people-page.tsx';

const AdminStudentsPage = () => (
  <PeoplePage
    title="Students"
    kind="students"
    actions={
      <May call={programmes.listProgrammes}>
        <Button
          variant="default"
          leftSection={<IconSchool size={18} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link to="/admin/programmes" {...props} />}
        >
          Programmes
        </Button>
      </May>
    }
    single="Add Single Student"
    added="Student added successfully!"
    rules={newStudent}
    file={studentFile}
    list={studentsPage}
    renderRecords={(state) => <StudentRecords state={state} />}
  />
);

export default AdminStudentsPage;
