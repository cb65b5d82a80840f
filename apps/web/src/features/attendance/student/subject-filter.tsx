import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../lib/error-text.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { studentSubjectsQuery } from './student.api.ts';
import classes from './records-card.module.css';

interface SubjectFilterProps {
  readonly email: string;
  /** Null for all subjects. */
  readonly subjectId: string | null;
  readonly onPick: (subjectId: string | null) => void;
}

export const SubjectFilter = ({ email, subjectId, onPick }: SubjectFilterProps) => {
  const subjects = useQuery(studentSubjectsQuery(email));
  if (subjects.isError && !subjects.data)
    return (
      <div className={classes['failed']} role="alert">
        {errorText(subjects.error, 'The subjects could not be loaded.')}
        <Button variant="subtle" size="compact-sm" onClick={() => void subjects.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!subjects.data) return <output className={classes['waiting']}>Loading subjects...</output>;
  return (
    <SelectField
      className={classes['filter'] ?? ''}
      aria-label="Subject"
      leftSection={<IconFilter size={18} stroke={1.75} aria-hidden />}
      data={[
        { value: '', label: 'All Subjects' },
        ...subjects.data.map((subject) => ({ value: subject.id, label: subjectLabel(subject) })),
      ]}
      value={subjectId ?? ''}
      onChange={(event) => onPick(event.currentTarget.value || null)}
    />
  );
};
