import { Checkbox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { startTransition } from 'react';
import { TextField } from '../../../../ui/fields.tsx';
import { MarkTheRest } from './mark-the-rest.tsx';
import type { MarkingStore } from '../marking-store.ts';
import classes from './roster-tools.module.css';

interface RosterToolsProps {
  readonly store: MarkingStore;
  /** What is typed, when there is time for it: the letter itself is drawn first. */
  readonly onSearch: (search: string) => void;
  /** Enter or the arrow down in the search: to the first student found. */
  readonly onFound: (search: string) => void;
  /** As the tick changes, when there is time for it. */
  readonly onUnmarkedOnly: (on: boolean) => void;
}

const hints = [
  [['P'], 'Present'],
  [['A'], 'Absent'],
  [['R'], 'Remarks'],
  [['↑', '↓'], 'Move'],
] as const;

/** Above the roster: search, filter, the keys, and "Mark the rest present". */
export const RosterTools = ({ store, onSearch, onFound, onUnmarkedOnly }: RosterToolsProps) => (
  <div className={classes['tools']}>
    <TextField
      type="search"
      className={classes['search'] ?? ''}
      aria-label="Find a student"
      placeholder="Find a student"
      autoComplete="off"
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      onChange={({ currentTarget: { value } }) => startTransition(() => onSearch(value))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        onFound(event.currentTarget.value);
      }}
    />
    <Checkbox
      className={classes['filter'] ?? ''}
      label="Unmarked only"
      onChange={({ currentTarget: { checked } }) => startTransition(() => onUnmarkedOnly(checked))}
    />
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
    <MarkTheRest store={store} />
  </div>
);
