import { type ExamEntry, resultRule } from '@campus/contract';
import { ActionIcon } from '@mantine/core';
import { IconAlertCircle, IconHistory } from '@tabler/icons-react';
import { memo, useId } from 'react';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { AbsentWord } from '../absent-word.tsx';
import { resultWords } from '../exam-labels.ts';
import { storedText } from './marks-draft.ts';
import classes from './marks-grid.module.css';

interface MarksRowProps {
  readonly entry: ExamEntry;
  readonly maxMarks: number;
  /** What is typed and not saved. */
  readonly text: string | undefined;
  readonly wrong: boolean;
  readonly disabled: boolean;
  readonly onType: (entry: ExamEntry, text: string) => void;
  readonly onHistory: (entry: ExamEntry) => void;
}

/** What there is to say about a row: wrong, not saved, absent or without marks. */
const State = ({ entry, text, wrong, maxMarks }: Omit<MarksRowProps, 'onType' | 'onHistory'>) => {
  if (wrong)
    return (
      <span className={classes['wrong']}>
        <IconAlertCircle size={17} stroke={1.75} aria-hidden />
        {resultRule(maxMarks)}
      </span>
    );
  if (text !== undefined)
    return <span className={classes['unsaved']}>{`Not saved, was: ${resultWords(entry)}`}</span>;
  if (entry.absent) return <AbsentWord />;
  if (entry.marks === null) return <span className={classes['missing']}>Missing</span>;
  return entry.enrolled ? null : <span className={classes['missing']}>Not enrolled that day</span>;
};

/** One student. Drawn again only when something of it changes: a class may have hundreds. */
export const MarksRow = memo((props: MarksRowProps) => {
  const { entry, maxMarks, text, wrong, disabled, onType, onHistory } = props;
  const id = useId();
  const { studentName, rollNo, univId } = entry;
  return (
    <tr data-unsaved={text !== undefined || undefined}>
      <td className={classes['roll']}>
        <OptionalValue value={rollNo} />
      </td>
      <th scope="row">
        <span className={classes['name']}>
          {studentName}
          <span>{[univId, rollNo].filter(Boolean).join(' · ')}</span>
        </span>
      </th>
      <td className={classes['cell']}>
        <input
          data-cell
          className={classes['input']}
          value={text ?? storedText(entry)}
          disabled={disabled}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          aria-label={`Marks of ${studentName}, out of ${maxMarks}`}
          aria-invalid={wrong || undefined}
          aria-describedby={id}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onType(entry, event.currentTarget.value)}
        />
      </td>
      <td className={classes['state']} id={id}>
        <State {...props} />
      </td>
      <td className={classes['more']}>
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={`History of ${studentName}`}
          onClick={() => onHistory(entry)}
        >
          <IconHistory size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
});
MarksRow.displayName = 'MarksRow';
