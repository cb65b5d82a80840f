import { type FacultyDetails, facultyFields } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconArrowsExchange, IconBooks, IconSchool } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { RecordPage } from './record-page.tsx';
import { facultySections } from './record-sections.ts';
import { changeFaculty, facultyOptions, taughtOptions } from './record.api.ts';
import classes from './taught-subjects.module.css';

interface TaughtSubjectsCardProps {
  readonly teacher: FacultyDetails;
  readonly onHandedOver: () => void;
}

/** What a teacher teaches now, and handing it to somebody else. */
const TaughtSubjectsCard = ({ teacher, onHandedOver }: TaughtSubjectsCardProps) => {
  const { data: subjects, error, refetch } = useQuery(taughtOptions(teacher.id));
  const [handing, setHanding] = useState(false);
  const content = () => {
    if (!subjects)
      return (
        <UntilLoaded
          query={{ error, refetch }}
          loading="Loading subjects..."
          failed="The subjects could not be loaded"
        >
          <SkeletonRows rows={3} columns={2} />
        </UntilLoaded>
      );
    if (subjects.length === 0)
      return <EmptyState icon={IconBooks} text="No subjects in a current term" />;
    return (
      <ul className={classes['list']}>
        {subjects.map(({ id, subjectName, subjectCode, termName, students }) => (
          <li key={id}>
            <Link to="/admin/classes/$subjectId" params={{ subjectId: id }}>
              {subjectName} ({subjectCode})
            </Link>
            <span>
              {termName} · {students.toLocaleString('en')} {students === 1 ? 'student' : 'students'}
            </span>
          </li>
        ))}
      </ul>
    );
  };
  return (
    <Card
      title="Subjects"
      actions={
        subjects &&
        subjects.length > 0 && (
          <Button
            variant="light"
            leftSection={<IconArrowsExchange size={18} stroke={1.75} aria-hidden />}
            onClick={() => setHanding(true)}
          >
            Hand over
          </Button>
        )
      }
    >
      {content()}
      <HandOverDialog
        opened={handing}
        teacher={teacher}
        subjects={subjects ?? []}
        onDone={() => {
          setHanding(false);
          onHandedOver();
        }}
        onClose={() => setHanding(false)}
      />
    </Card>
  );
};

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
      icon={IconSchool}
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
