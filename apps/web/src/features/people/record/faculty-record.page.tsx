import type { ReactNode } from 'react';
import { type FacultyDetails, facultyFields } from '@campus/contract';
import { IconSchool } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { RecordPage } from './record-page.tsx';
import { facultySections } from './record-sections.ts';
import { changeFaculty, facultyOptions } from './record.api.ts';
import { TaughtSubjectsCard } from './taught-subjects-card.tsx';

/** One teacher, the subjects taught, and handing over; `renderBeside` tells what other features know. */
export const FacultyRecordPage = (props: {
  readonly renderBeside: (teacher: FacultyDetails) => ReactNode;
}) => {
  const { teacherId = '' } = useParams({ strict: false });
  const client = useQueryClient();
  return (
    <RecordPage
      options={facultyOptions(teacherId)}
      fields={facultyFields}
      sections={facultySections}
      change={changeFaculty}
      of="teacher"
      icon={<IconSchool stroke={1.75} />}
      list={{ to: '/admin/teachers', label: 'All teachers' }}
      line={({ univId, active }) =>
        [univId, active ? 'Active' : 'Account deactivated'].filter(Boolean).join(' · ')
      }
      renderMore={(teacher) => (
        <TaughtSubjectsCard
          teacher={teacher}
          onHandedOver={() => void client.invalidateQueries()}
        />
      )}
      renderBeside={props.renderBeside}
    />
  );
};
