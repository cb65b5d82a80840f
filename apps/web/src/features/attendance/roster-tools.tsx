import { Checkbox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { TextField } from '../../ui/fields.tsx';
import { MarkTheRest } from './mark-the-rest.tsx';
import type { MarkingStore } from './marking-store.ts';
import classes from './roster-tools.module.css';

interface RosterToolsProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Enter or the arrow down in the search: to the first student found. */
  readonly onFound: () => void;
  readonly unmarkedOnly: boolean;
  readonly onUnmarkedOnly: (on: boolean) => void;
  readonly store: MarkingStore;
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

/** Above the roster: search, filter, the keys, and "Mark the rest present". */
export const RosterTools = (props: RosterToolsProps) => (
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
    <MarkTheRest store={props.store} />
  </div>
);
