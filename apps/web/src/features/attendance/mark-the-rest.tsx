import { Button } from '@mantine/core';
import { IconArrowBackUp, IconChecks } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useMarking } from './marking-store.ts';
import type { MarkingStore } from './marking-store.ts';
import { countMarks } from './marking.ts';
import classes from './roster-tools.module.css';

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
      leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
      onClick={onUndo}
      aria-description={`${filled} students were marked present`}
    >
      Undo
    </Button>
  );
};

/** Fills the unmarked only. Undo is offered until anything else is changed. */
export const MarkTheRest = ({ store }: { readonly store: MarkingStore }) => {
  const unmarked = useMarking(store, (marking) => countMarks(marking).unmarked);
  const filled = useMarking(store, (marking) => marking.filled.length);
  const fill = useRef<HTMLButtonElement>(null);
  const undo = () => {
    store.dispatch({ type: 'undo the rest' });
    // The button is enabled again once the marks are taken back.
    requestAnimationFrame(() => fill.current?.focus());
  };
  return (
    <div className={classes['fill']}>
      {filled > 0 && <UndoButton filled={filled} onUndo={undo} />}
      <Button
        ref={fill}
        variant="light"
        leftSection={<IconChecks size={18} stroke={1.75} aria-hidden />}
        disabled={unmarked === 0}
        onClick={() => store.dispatch({ type: 'mark the rest' })}
      >
        Mark the rest present
      </Button>
    </div>
  );
};
