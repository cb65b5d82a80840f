import { useState } from 'react';
import type { StudentProfile } from '@campus/contract';
import { Tabs } from '@mantine/core';
import { IconTableExport, IconUserPlus } from '@tabler/icons-react';
import { useIsMutating } from '@tanstack/react-query';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { BulkUpload } from './bulk/bulk-upload.tsx';
import { StudentRecords } from './list/student-records.tsx';
import { usePeopleList } from './list/use-people-list.ts';
import { studentChange, studentList } from './people.api.ts';
import { StudentForm } from './single/student-form.tsx';
import classes from './people.module.css';

interface Notice {
  /** A repeated text is a new notice, with its own 5 seconds. */
  readonly number: number;
  readonly kind: 'success' | 'error';
  readonly text: string;
}

/** Adding students, one by one or by file, above the records of all of them. */
const AdminStudentsPage = () => {
  const [notice, setNotice] = useState<Notice | null>(null);
  const busy = useIsMutating({ mutationKey: studentChange }) > 0;
  const records = usePeopleList(studentList);

  const tell = (kind: Notice['kind']) => (text: string) =>
    setNotice((last) => ({ number: (last?.number ?? 0) + 1, kind, text }));
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
      {notice && (
        <div className={classes['notice']}>
          <Banner
            key={notice.number}
            kind={notice.kind}
            autoHideMs={5000}
            onDismiss={() => setNotice(null)}
          >
            {notice.text}
          </Banner>
        </div>
      )}
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
              <BulkUpload busy={busy} onUploaded={uploaded} onRefused={tell('error')} />
            </Tabs.Panel>
          </Tabs>
        </Card>
        <StudentRecords state={records} />
      </div>
    </>
  );
};

export default AdminStudentsPage;
