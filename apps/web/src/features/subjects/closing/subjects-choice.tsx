import type { Enrollment } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { Card } from '../../../ui/card.tsx';
import classes from './closing.module.css';

interface SubjectsChoiceProps {
  readonly subjects: readonly Enrollment[];
  /** Those that stay behind. */
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
}

/** Which subjects go on in the next term. */
export const SubjectsChoice = ({ subjects, left, onLeft }: SubjectsChoiceProps) => {
  const taken = subjects.length - left.size;
  const toggle = (id: string): void => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    onLeft(next);
  };
  return (
    <Card title="Subjects">
      {subjects.length === 0 ? (
        <p className={classes['line']}>There are no subjects in this term.</p>
      ) : (
        <>
          <p className={classes['line']}>
            They go on with the same code, credits, teacher and audience. Their students are
            enrolled anew: everyone of the audience who is active then.
          </p>
          <Checkbox
            label={`Carry over all ${subjects.length} subjects`}
            checked={taken === subjects.length}
            indeterminate={taken > 0 && taken < subjects.length}
            onChange={() => onLeft(left.size > 0 ? new Set() : allOf(subjects))}
          />
          <ul className={classes['subjects']} aria-label="Subjects to carry over">
            {subjects.map(({ id, subjectName, subjectCode, teacherName }) => (
              <li key={id}>
                <Checkbox
                  label={`${subjectName} (${subjectCode})`}
                  description={teacherName}
                  checked={!left.has(id)}
                  onChange={() => toggle(id)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
};

const allOf = (subjects: readonly Enrollment[]): ReadonlySet<string> =>
  new Set(subjects.map(({ id }) => id));
