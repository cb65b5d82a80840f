import { Button } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { StudentProfile } from '@campus/contract';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PageHead } from '../../ui/page-head.tsx';
import { unseenQuery } from './corrections.api.ts';
import { MyRequests } from './my-requests.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';
import { EditStudent } from './students/edit-student.tsx';
import type { OpenedAs, OpenedStudent } from './students/student-actions.tsx';
import { StudentDetails } from './students/student-details.tsx';
import { StudentList } from './students/student-list.tsx';

const nobody = { name: null, email: null };

interface TeacherStudentsPageProps {
  /** The student's picture, above what is known about them. */
  readonly renderPicture: (student: StudentProfile) => ReactNode;
}

/** The students of the campus for a teacher: their profiles, and requests to correct them. */
export const TeacherStudentsPage = ({ renderPicture }: TeacherStudentsPageProps) => {
  // The student stays in the dialog while it closes. The dialog is there before it opens, so that it
  // knows where the focus has to return to.
  const [student, setStudent] = useState<OpenedStudent>(nobody);
  const [opened, setOpened] = useState<OpenedAs | 'requests' | null>(null);
  const { data: unseen = 0 } = useQuery(unseenQuery);
  const close = () => setOpened(null);
  return (
    <>
      <PageHead
        title="Students"
        actions={
          <Button
            variant="light"
            leftSection={<IconClipboardCheck size={18} stroke={1.75} aria-hidden />}
            onClick={() => setOpened('requests')}
          >
            My requests
          </Button>
        }
      />
      {unseen > 0 && <OutcomeNotice count={unseen} onShow={() => setOpened('requests')} />}
      <StudentList
        onOpen={(row, as) => {
          setStudent(row);
          setOpened(as);
        }}
      />
      <StudentDetails
        opened={opened === 'details'}
        student={student}
        onClose={close}
        renderPicture={renderPicture}
      />
      <EditStudent opened={opened === 'edit'} student={student} onClose={close} />
      <MyRequests opened={opened === 'requests'} onClose={close} />
    </>
  );
};
