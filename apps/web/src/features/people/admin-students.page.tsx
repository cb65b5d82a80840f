import { studentFile } from './bulk/bulk-list.ts';
import { StudentRecords } from './list/student-records.tsx';
import { newStudent } from './new-person.ts';
import { studentsPage } from './people.api.ts';
import { PeoplePage } from './people-page.tsx';

const AdminStudentsPage = () => (
  <PeoplePage
    title="Students"
    of="students"
    single="Add Single Student"
    added="Student added successfully!"
    rules={newStudent}
    file={studentFile}
    list={studentsPage}
    renderRecords={(state) => <StudentRecords state={state} />}
  />
);

export default AdminStudentsPage;
