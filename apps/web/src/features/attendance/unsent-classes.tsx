import type { TaughtSubject } from '@campus/contract';
import { Button } from '@mantine/core';
import { formatDay } from '../../lib/day.ts';
import { subjectLabel } from '../../lib/subject-label.ts';
import { useUnsent } from '../../lib/unsent.ts';
import type { ClassDay } from './attendance.api.ts';
import { classNamed } from './marking/sending/unsent-marks.ts';
import classes from './unsent-classes.module.css';

interface UnsentClassesProps {
  readonly person: string;
  readonly subjects: readonly TaughtSubject[];
  /** The class on the screen, which is not listed. */
  readonly classDay: ClassDay;
  readonly onPick: (classDay: ClassDay) => void;
}

/** The way back to other classes with marks that were made on this device and never submitted. */
export const UnsentClasses = ({ person, subjects, classDay, onPick }: UnsentClassesProps) => {
  const others = useUnsent(person).flatMap((name) => {
    const other = classNamed('marks', name);
    const subject = subjects.find(({ id }) => id === other?.subjectId);
    const here = other?.subjectId === classDay.subjectId && other.date === classDay.date;
    return other && subject && !here ? [{ other, subject }] : [];
  });
  if (others.length === 0) return null;
  return (
    <div className={classes['line']}>
      Not submitted yet:
      {others.map(({ other, subject }) => (
        <Button
          key={`${other.date} ${other.subjectId}`}
          variant="subtle"
          size="compact-sm"
          onClick={() => onPick(other)}
        >
          {subjectLabel(subject)}, {formatDay(other.date)}
        </Button>
      ))}
    </div>
  );
};
