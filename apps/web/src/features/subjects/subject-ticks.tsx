import { Checkbox } from '@mantine/core';
import { idsIn } from './closing/closing-values.ts';
import classes from './subject-ticks.module.css';

interface Listed {
  readonly id: string;
  readonly subjectName: string;
  readonly subjectCode: string;
  readonly teacherName: string;
  /** Shown beside the teacher. */
  readonly more?: string;
}

interface SubjectTicksProps {
  readonly subjects: readonly Listed[];
  /** Ids of the subjects that are not carried over, separated by spaces. */
  readonly left: string;
  readonly onLeft: (left: string) => void;
}

export const SubjectTicks = ({ subjects, left, onLeft }: SubjectTicksProps) => {
  const staying = idsIn(left);
  const taken = subjects.length - staying.size;
  const put = (ids: Iterable<string>): void => onLeft([...ids].join(' '));
  const toggle = (id: string): void => {
    const next = new Set(staying);
    if (!next.delete(id)) next.add(id);
    put(next);
  };
  return (
    <>
      <Checkbox
        label={`Carry over ${subjects.length === 1 ? 'the only subject' : `all ${subjects.length} subjects`}`}
        checked={taken === subjects.length}
        indeterminate={taken > 0 && taken < subjects.length}
        onChange={() => put(staying.size > 0 ? [] : subjects.map(({ id }) => id))}
      />
      <ul className={classes['subjects']} aria-label="Subjects to carry over">
        {subjects.map(({ id, subjectName, subjectCode, teacherName, more }) => (
          <li key={id}>
            <Checkbox
              label={`${subjectName} (${subjectCode})`}
              description={[teacherName, more].filter(Boolean).join(' · ')}
              checked={!staying.has(id)}
              onChange={() => toggle(id)}
            />
          </li>
        ))}
      </ul>
    </>
  );
};
