import type { StudentProfile } from '@campus/contract';
import { Tabs } from '@mantine/core';
import { IconTableExport, IconUserPlus } from '@tabler/icons-react';
import { useIsMutating } from '@tanstack/react-query';
import { Card } from '../../ui/card.tsx';
import { ListUpload } from '../../ui/list-upload/list-upload.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { studentFile } from './bulk/bulk-list.ts';
import { StudentRecords } from './list/student-records.tsx';
import { usePeopleList } from './list/use-people-list.ts';
import { studentChange, studentList } from './people.api.ts';
import { StudentForm } from './single/student-form.tsx';
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
        <Card flush>
          <Tabs defaultValue="single">
            <Tabs.List className={classes['tabs'] ?? ''} aria-label="Ways to add students">
              <Tabs.Tab
                value="single"
                disabled={busy}
                leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
              >
                Add Single Student
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
              <StudentForm busy={busy} onAdded={added} onRefused={tell('error')} />
            </Tabs.Panel>
            <Tabs.Panel value="bulk">
              <ListUpload
                list={studentFile}
                busy={busy}
                onUploaded={uploaded}
                onCancelled={tell('success')}
                onRefused={tell('error')}
              />
            </Tabs.Panel>
          </Tabs>
        </Card>
        <StudentRecords state={records} />
      </div>
    </>
  );
};

export default AdminStudentsPage;
