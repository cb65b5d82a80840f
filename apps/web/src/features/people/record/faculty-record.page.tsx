import { useState } from 'react';
import type { ReactNode } from 'react';
import type { FacultyDetails } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconPencil, IconSchool } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { formatDay } from '../../../lib/day.ts';
import { CardColumns } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { FacultyEdit } from './faculty-edit.tsx';
import { HistoryCard } from './history-card.tsx';
import { RecordPage } from './record-page.tsx';
import { facultyOptions } from './record.api.ts';
import { TaughtSubjectsCard } from './taught-subjects-card.tsx';
import classes from './record.module.css';

const Details = ({ teacher }: { readonly teacher: FacultyDetails }) => (
  <Card title="Details">
    <DefinitionList
      items={[
        ['University ID', teacher.univId],
        ['Department', teacher.department],
        ['Email Address', teacher.email],
        ['Contact Number', teacher.contactPhone],
        ['Address', teacher.address],
        ['Date of Birth', teacher.dob && formatDay(teacher.dob)],
        ['Gender', teacher.gender],
      ]}
    />
  </Card>
);

interface FacultyRecordPageProps {
  /** Beside the record: what other features know about the teacher. */
  readonly renderBeside: (teacher: FacultyDetails) => ReactNode;
}

/** One teacher: everything known, the subjects taught, the history, and handing over. */
export const FacultyRecordPage = ({ renderBeside }: FacultyRecordPageProps) => {
  const { teacherId = '' } = useParams({ strict: false });
  const client = useQueryClient();
  const query = useQuery(facultyOptions(teacherId));
  const [editing, setEditing] = useState(false);
  const store = (teacher: FacultyDetails): void => {
    setEditing(false);
    client.setQueryData(facultyOptions(teacherId).queryKey, teacher);
    void client.invalidateQueries();
    notifySuccess('Record saved.');
  };
  return (
    <RecordPage
      query={query}
      of="teacher"
      icon={<IconSchool stroke={1.75} />}
      list={{ to: '/admin/teachers', label: 'All teachers' }}
      line={({ univId, active }) =>
        [univId, active ? 'Active' : 'Account deactivated'].filter(Boolean).join(' · ')
      }
      renderActions={() =>
        !editing && (
          <Button
            leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        )
      }
    >
      {(teacher) =>
        editing ? (
          <div className={classes['editing']}>
            <FacultyEdit teacher={teacher} onSaved={store} onClose={() => setEditing(false)} />
          </div>
        ) : (
          <CardColumns side={380} at="right" stackedTo={1100}>
            <div className={classes['cards']}>
              <Details teacher={teacher} />
              <TaughtSubjectsCard
                teacher={teacher}
                onHandedOver={() => void client.invalidateQueries()}
              />
            </div>
            <div className={classes['cards']}>
              {renderBeside(teacher)}
              <HistoryCard personId={teacher.id} />
            </div>
          </CardColumns>
        )
      }
    </RecordPage>
  );
};
