import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import classes from './search-field.module.css';

interface SearchFieldProps {
  /** Names the field: "Find a student". */
  readonly label: string;
  /** Shows the label above the field. */
  readonly labelled?: true;
  /** Says what is searched. */
  readonly placeholder: string;
  /** The current search. A change from elsewhere replaces what is typed. */
  readonly value: string;
  /** Called with the trimmed text once typing pauses. */
  readonly onSearch: (text: string) => void;
  readonly className?: string | undefined;
}

const pauseMs = 250;

export const SearchField = (props: SearchFieldProps) => {
  const { label, labelled, placeholder, value, onSearch, className = '' } = props;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setText(value);
      setSent(value);
    }
  }
  const router = useRouter();
  const send = useEffectEvent((wanted: string) => {
    const { location, resolvedLocation } = router.state;
    // A link was clicked meanwhile: the page that is being opened must not get this search.
    if (location.pathname !== resolvedLocation?.pathname) return;
    setSent(wanted);
    onSearch(wanted);
  });
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === sent) return undefined;
    const timer = setTimeout(() => send(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted, sent]);
  return (
    <TextInput
      ref={field}
      type="search"
      className={[classes['search'], className].join(' ')}
      classNames={{ input: classes['input'] ?? '' }}
      {...(labelled ? { label } : { 'aria-label': label })}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={
        text && (
          <button
            type="button"
            className={classes['clear']}
            aria-label="Clear search"
            onClick={() => {
              setText('');
              field.current?.focus();
            }}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        )
      }
    />
  );
};
