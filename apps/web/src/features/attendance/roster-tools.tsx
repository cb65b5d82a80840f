import { Button, Checkbox } from '@mantine/core';
import { IconArrowBackUp, IconChecks, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { TextField } from '../../ui/fields.tsx';
import classes from './roster-tools.module.css';

interface RosterToolsProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Enter or the arrow down in the search: to the first student found. */
  readonly onFound: () => void;
  readonly unmarkedOnly: boolean;
  readonly onUnmarkedOnly: (on: boolean) => void;
  readonly unmarked: number;
  readonly onMarkTheRest: () => void;
  /** How many the last "mark the rest" has marked; 0 when there is nothing to undo. */
  readonly filled: number;
  readonly onUndo: () => void;
}

const hints = [
  [['P'], 'Present'],
  [['A'], 'Absent'],
  [['R'], 'Remarks'],
  [['↑', '↓'], 'Move'],
] as const;

const KeyHints = () => (
  <ul className={classes['hints']} aria-label="Keys in the roster">
    {hints.map(([keys, word]) => (
      <li key={word}>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
        {word}
      </li>
    ))}
  </ul>
);

/** Stands for the moment in which the filling can be undone; takes the focus from the used button. */
const UndoButton = ({ filled, onUndo }: Pick<RosterToolsProps, 'filled' | 'onUndo'>) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button
      ref={button}
      variant="default"
      className={classes['undo'] ?? ''}
      leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
      onClick={onUndo}
      aria-description={`${filled} students were marked present`}
    >
      Undo
    </Button>
  );
};

/** Above the roster: search, filter, the keys, and "Mark the rest present" with its Undo. */
export const RosterTools = (props: RosterToolsProps) => {
  const fill = useRef<HTMLButtonElement>(null);
  const undo = () => {
    props.onUndo();
    // The button is enabled again once the marks are taken back.
    requestAnimationFrame(() => fill.current?.focus());
  };
  return (
    <div className={classes['tools']}>
      <TextField
        type="search"
        className={classes['search'] ?? ''}
        aria-label="Find a student"
        placeholder="Find a student"
        autoComplete="off"
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        value={props.search}
        onChange={(event) => props.onSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          props.onFound();
        }}
      />
      <Checkbox
        className={classes['filter'] ?? ''}
        label="Unmarked only"
        checked={props.unmarkedOnly}
        onChange={(event) => props.onUnmarkedOnly(event.currentTarget.checked)}
      />
      <KeyHints />
      <div className={classes['fill']}>
        {props.filled > 0 && <UndoButton filled={props.filled} onUndo={undo} />}
        <Button
          ref={fill}
          variant="light"
          leftSection={<IconChecks size={18} stroke={1.75} aria-hidden />}
          disabled={props.unmarked === 0}
          onClick={props.onMarkTheRest}
        >
          Mark the rest present
        </Button>
      </div>
    </div>
  );
};
