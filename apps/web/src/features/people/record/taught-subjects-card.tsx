import { useState } from 'react';
import type { FacultyDetails } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconArrowsExchange, IconBooks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { taughtOptions } from './record.api.ts';
import classes from './taught-subjects.module.css';

interface TaughtSubjectsCardProps {
  readonly teacher: FacultyDetails;
  readonly onHandedOver: () => void;
}

/** What a teacher teaches now, and handing it to somebody else. */
export const TaughtSubjectsCard = ({ teacher, onHandedOver }: TaughtSubjectsCardProps) => {
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
      return <EmptyState icon={<IconBooks stroke={1.75} />} text="No subjects in a current term" />;
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
