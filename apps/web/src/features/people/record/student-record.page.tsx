import type { ReactNode } from 'react';
import { type StudentDetails as Student, studentFields } from '@campus/contract';
import { IconUsers } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { formatDay } from '../../../lib/day.ts';
import { RecordPage } from './record-page.tsx';
import { studentSections } from './record-sections.ts';
import { changeStudent, studentOptions } from './record.api.ts';
import { StudentActions } from './student-actions.tsx';

const standing = ({ status, withdrawnOn, univId }: Student): string => {
  const left = withdrawnOn && formatDay(withdrawnOn);
  const words = {
    active: left ? `Last day ${left}` : 'Active',
    withdrawn: `Withdrawn on ${left}`,
    deactivated: 'Account deactivated',
  };
  return [univId, words[status]].filter(Boolean).join(' · ');
};

/** One student; `renderBeside` tells what other features know. */
export const StudentRecordPage = (props: {
  readonly renderBeside: (student: Student) => ReactNode;
}) => {
  const { studentId = '' } = useParams({ strict: false });
  return (
    <RecordPage
      options={studentOptions(studentId)}
      fields={studentFields}
      sections={studentSections}
      change={changeStudent}
      of="student"
      icon={<IconUsers stroke={1.75} />}
      list={{ to: '/admin/students', label: 'All students' }}
      line={standing}
      renderActions={(student, onStored) => (
        <StudentActions student={student} onStored={onStored} />
      )}
      renderBeside={props.renderBeside}
    />
  );
};
