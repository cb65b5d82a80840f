import type { StudentProfile } from '@campus/contract';
import { useIsMutating } from '@tanstack/react-query';
import { useNotice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AddPeople } from './add-people.tsx';
import { studentFile } from './bulk/bulk-list.ts';
import { StudentRecords } from './list/student-records.tsx';
import { usePeopleList } from './list/use-people-list.ts';
import { studentChange, studentList } from './people.api.ts';
import { newStudent } from './new-person.ts';
import { PersonForm } from './person-form.tsx';
import classes from './people.module.css';

/** Adding students, one by one or by file, above the records of all of them. */
const AdminStudentsPage = () => {
  const { notice, tell } = useNotice();
  const busy = useIsMutating({ mutationKey: studentChange }) > 0;
  const records = usePeopleList(studentList);

  const added = ({ email }: StudentProfile): void => {
    tell('success')('Student added successfully!');
    void records.reveal([email]);
  };
  const uploaded = (count: number, emails: readonly string[]): void => {
    tell('success')(`Successfully uploaded ${count} students`);
    void records.reveal(emails);
  };

  return (
    <>
      <PageHead title="Students" />
      {notice}
      <div className={classes['stack']}>
        <AddPeople
          label="Ways to add students"
          single="Add Single Student"
          list={studentFile}
          busy={busy}
          onUploaded={uploaded}
          tell={tell}
        >
          <PersonForm rules={newStudent} busy={busy} onAdded={added} onRefused={tell('error')} />
        </AddPeople>
        <StudentRecords state={records} />
      </div>
    </>
  );
};

export default AdminStudentsPage;
