import { Checkbox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { startTransition, useState } from 'react';
import { TextField } from '../../ui/fields.tsx';
import { MarkTheRest } from './mark-the-rest.tsx';
import type { MarkingStore } from './marking-store.ts';
import classes from './roster-tools.module.css';

interface SearchProps {
  /** What is typed, when there is time for it: the letter itself is drawn first. */
  readonly onSearch: (search: string) => void;
  /** Enter or the arrow down in the search: to the first student found. */
  readonly onFound: (search: string) => void;
}

interface RosterToolsProps extends SearchProps {
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

const keyHints = <KeyHints />;

const Search = ({ onSearch, onFound }: SearchProps) => {
  const [text, setText] = useState('');
  return (
    <TextField
      type="search"
      className={classes['search'] ?? ''}
      aria-label="Find a student"
      placeholder="Find a student"
      autoComplete="off"
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        startTransition(() => onSearch(value));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        onFound(text);
      }}
    />
  );
};

/** Above the roster: search, filter, the keys, and "Mark the rest present". */
export const RosterTools = (props: RosterToolsProps) => (
  <div className={classes['tools']}>
    <Search onSearch={props.onSearch} onFound={props.onFound} />
    <Checkbox
      className={classes['filter'] ?? ''}
      label="Unmarked only"
      checked={props.unmarkedOnly}
      onChange={(event) => props.onUnmarkedOnly(event.currentTarget.checked)}
    />
    {keyHints}
    <MarkTheRest store={props.store} />
  </div>
);
