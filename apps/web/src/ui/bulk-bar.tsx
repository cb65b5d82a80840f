import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { pluralize, formatCount } from '../lib/count.ts';
import type { RowSelection } from '../lib/use-row-selection.ts';
import classes from './bulk-bar.module.css';

interface BulkBarProps {
  readonly selection: RowSelection;
  /** The number of rows that match the filter. */
  readonly total: number;
  /** The bulk actions. */
  readonly children: ReactNode;
}

/** Shows how many rows are selected, and the bulk actions. Once something was selected it keeps its space, so that rows do not move. */
export const BulkBar = ({ selection, total, children }: BulkBarProps) => {
  const [used, setUsed] = useState(false);
  const count = selection.all ? total : selection.ids.length;
  if (count > 0 && !used) setUsed(true);
  if (!used) return null;
  return (
    <div className={classes['bar']} data-empty={count === 0 || undefined}>
      <output className={classes['count']}>{count > 0 && `${formatCount(count)} chosen`}</output>
      {count > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would need a legend
        <div role="group" aria-label={pluralize(count, 'chosen row')} className={classes['group']}>
          {selection.all && (
            <span className={classes['hint']}>Unticking one keeps only this page</span>
          )}
          {count < total && (
            <Button variant="subtle" size="sm" onClick={selection.selectAll}>
              Choose all {formatCount(total)}
            </Button>
          )}
          <div className={classes['actions']}>{children}</div>
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label="Choose none"
            className={classes['clear'] ?? ''}
            onClick={selection.clear}
          >
            <IconX size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  );
};
