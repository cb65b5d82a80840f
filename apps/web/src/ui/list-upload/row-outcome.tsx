import { IconAlertCircle, IconCheck, IconMinus, IconRefresh } from '@tabler/icons-react';
import type { UploadList } from './upload-list.ts';
import { problemText } from './preview-rows.ts';
import type { PreviewRow } from './preview-rows.ts';
import classes from './import-preview.module.css';

const outcomes = {
  create: { text: 'Ready', Icon: IconCheck },
  update: { text: 'Updates the', Icon: IconRefresh },
  skip: { text: 'Skipped', Icon: IconMinus },
} as const;

interface RowOutcomeProps {
  readonly list: UploadList;
  readonly row: PreviewRow;
  /** Adds what the cell holds, where the cell itself is not on screen. */
  readonly withValue?: boolean;
}

const quoted = (value: string | null): string => `: ${value?.trim() || '(blank)'}`;

/** What becomes of a row: its problems in words, or that it is ready. */
export const RowOutcome = ({ list, row, withValue = false }: RowOutcomeProps) => {
  if (row.outcome !== 'problem') {
    const { text, Icon } = outcomes[row.outcome];
    return (
      <span className={classes['outcome']} data-quiet={row.outcome === 'skip' || undefined}>
        <Icon size={18} stroke={1.75} aria-hidden />
        {row.outcome === 'update' ? `${text} ${list.one}` : text}
      </span>
    );
  }
  return (
    <ul className={classes['problems']}>
      {row.problems.map((problem) => (
        <li key={`${problem.column} ${problem.reason}`} className={classes['problem']}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          <span>
            {problemText(list, problem)}
            {withValue && problem.column !== null && quoted(problem.value)}
          </span>
        </li>
      ))}
    </ul>
  );
};
