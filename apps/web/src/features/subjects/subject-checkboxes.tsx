import { Checkbox } from '@mantine/core';
import { formatCount } from '../../lib/count.ts';
import { subjectLabel } from '../../lib/subject-label.ts';
import { parseIds } from './closing/closing-values.ts';
import classes from './subject-checkboxes.module.css';

interface Listed {
  readonly id: string;
  readonly subjectName: string;
  readonly subjectCode: string;
  readonly teacherName: string;
  /** Shown beside the teacher. */
  readonly more?: string;
}

interface SubjectCheckboxesProps {
  readonly subjects: readonly Listed[];
  /** Ids of the subjects that are not carried over, separated by spaces. */
  readonly left: string;
  readonly onLeft: (left: string) => void;
}

export const SubjectCheckboxes = ({ subjects, left, onLeft }: SubjectCheckboxesProps) => {
  const notCarried = parseIds(left);
  const carriedCount = subjects.length - notCarried.size;
  const put = (ids: Iterable<string>): void => onLeft([...ids].join(' '));
  const toggle = (id: string): void => {
    const next = new Set(notCarried);
    if (!next.delete(id)) next.add(id);
    put(next);
  };
  return (
    <>
      <Checkbox
        label={`Carry over ${subjects.length === 1 ? 'the only subject' : `all ${formatCount(subjects.length)} subjects`}`}
        checked={carriedCount === subjects.length}
        indeterminate={carriedCount > 0 && carriedCount < subjects.length}
        onChange={() => put(notCarried.size > 0 ? [] : subjects.map(({ id }) => id))}
      />
      <ul className={classes['subjects']} aria-label="Subjects to carry over">
        {subjects.map(({ id, teacherName, more, ...names }) => (
          <li key={id}>
            <Checkbox
              label={subjectLabel(names)}
              description={[teacherName, more].filter(Boolean).join(' · ')}
              checked={!notCarried.has(id)}
              onChange={() => toggle(id)}
            />
          </li>
        ))}
      </ul>
    </>
  );
};
