import { useState } from 'react';
import type { ReactNode } from 'react';
import type { StudentDetails as Student } from '@campus/contract';
import { IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { formatDay } from '../../../lib/day.ts';
import { CardColumns } from '../../../ui/card-layout.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { HistoryCard } from './history-card.tsx';
import { RecordPage } from './record-page.tsx';
import { studentOptions } from './record.api.ts';
import { StudentActions } from './student-actions.tsx';
import { StudentDetails } from './student-details.tsx';
import { StudentEdit } from './student-edit.tsx';
import classes from './record.module.css';

const standing = ({ status, withdrawnOn, univId }: Student): string => {
  const left = withdrawnOn && formatDay(withdrawnOn);
  const words = {
    active: left ? `Last day ${left}` : 'Active',
    withdrawn: `Withdrawn on ${left}`,
    deactivated: 'Account deactivated',
  };
  return [univId, words[status]].filter(Boolean).join(' · ');
};

interface StudentRecordPageProps {
  /** Beside the record: what other features know about the student. */
  readonly renderBeside: (student: Student) => ReactNode;
}

/** One student: everything known, its history, and what a registrar does with it. */
export const StudentRecordPage = ({ renderBeside }: StudentRecordPageProps) => {
  const { studentId = '' } = useParams({ strict: false });
  const client = useQueryClient();
  const query = useQuery(studentOptions(studentId));
  const [editing, setEditing] = useState(false);
  const store = (student: Student): void => {
    client.setQueryData(studentOptions(studentId).queryKey, student);
    // A person stands in many places: lists, rosters, accounts.
    void client.invalidateQueries();
  };
  return (
    <RecordPage
      query={query}
      of="student"
      icon={<IconUsers stroke={1.75} />}
      list={{ to: '/admin/students', label: 'All students' }}
      line={standing}
      renderActions={(student) =>
        !editing && (
          <StudentActions student={student} onEdit={() => setEditing(true)} onStored={store} />
        )
      }
    >
      {(student) =>
        editing ? (
          <div className={classes['editing']}>
            <StudentEdit
              student={student}
              onClose={() => setEditing(false)}
              onSaved={(stored) => {
                setEditing(false);
                store(stored);
                notifySuccess('Record saved.');
              }}
            />
          </div>
        ) : (
          <CardColumns side={380} at="right" stackedTo={1100}>
            <StudentDetails student={student} />
            <div className={classes['cards']}>
              {renderBeside(student)}
              <HistoryCard personId={student.id} />
            </div>
          </CardColumns>
        )
      }
    </RecordPage>
  );
};
