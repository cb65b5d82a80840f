import { Button } from '@mantine/core';
import { IconArrowBackUp, IconChecks } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { afterFrame } from '../../../../lib/after-frame.ts';
import { useMarkingSoon } from '../marking-store.ts';
import type { MarkingStore } from '../marking-store.ts';
import { countMarks, markTheRest, undoTheRest } from '../marking.ts';
import classes from './roster-tools.module.css';

const labelClass = { label: classes['words'] ?? '' } as const;

interface UndoButtonProps {
  readonly filled: number;
  readonly onUndo: () => void;
}

/** There while the filling can be undone; takes the focus over from the button just used. */
const UndoButton = ({ filled, onUndo }: UndoButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button
      ref={button}
      variant="default"
      classNames={labelClass}
      leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
      onClick={onUndo}
      aria-description={`${filled} students were marked present`}
    >
      Undo
    </Button>
  );
};

/**
 * Fills the unmarked only. Undo is offered until anything else is changed. The buttons follow a
 * frame after the rows; pressed twice before that, they do nothing the second time.
 */
export const MarkTheRest = memo(({ store }: { readonly store: MarkingStore }) => {
  // Not their number: the buttons are drawn again only when the first or the last one is marked.
  const allMarked = useMarkingSoon(store, (marking) => countMarks(marking).unmarked === 0);
  const filled = useMarkingSoon(store, (marking) => marking.filled.length);
  const fill = useRef<HTMLButtonElement>(null);
  const undo = () => {
    store.update(undoTheRest);
    // The button is enabled again by then.
    afterFrame(() => fill.current?.focus());
  };
  return (
    <div className={classes['fill']}>
      {filled > 0 && <UndoButton filled={filled} onUndo={undo} />}
      <Button
        ref={fill}
        variant="light"
        classNames={labelClass}
        leftSection={<IconChecks size={18} stroke={1.75} aria-hidden />}
        disabled={allMarked}
        onClick={() => store.update(markTheRest)}
      >
        Mark the rest present
      </Button>
    </div>
  );
});
MarkTheRest.displayName = 'MarkTheRest';
