import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { countOf, inFigures } from '../lib/count.ts';
import type { RowSelection } from '../lib/use-row-selection.ts';
import classes from './bulk-bar.module.css';

interface BulkBarProps {
  readonly ticked: RowSelection;
  /** The number of rows that match the filter. */
  readonly total: number;
  /** The bulk actions. */
  readonly children: ReactNode;
}

/** Shows how many rows are selected, and the bulk actions. Takes up space from the first selection on. */
export const BulkBar = ({ ticked, total, children }: BulkBarProps) => {
  const [used, setUsed] = useState(false);
  const count = ticked.all ? total : ticked.ids.length;
  if (count > 0 && !used) setUsed(true);
  if (!used) return null;
  return (
    <div className={classes['room']} data-empty={count === 0 || undefined}>
      <output className={classes['count']}>{count > 0 && `${inFigures(count)} chosen`}</output>
      {count > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would need a legend
        <div role="group" aria-label={countOf(count, 'chosen row')} className={classes['bar']}>
          {count < total && (
            <Button variant="subtle" size="sm" onClick={ticked.onAll}>
              Choose all {inFigures(total)}
            </Button>
          )}
          <div className={classes['acts']}>{children}</div>
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label="Choose none"
            className={classes['clear'] ?? ''}
            onClick={ticked.clear}
          >
            <IconX size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  );
};
