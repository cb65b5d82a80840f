// oxlint-disable jsx-a11y/prefer-tag-over-role -- a native select shows neither icons nor second lines
import { matchesWords, type Role, search, type SearchResult, searchWords } from '@campus/contract';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type Icon,
  IconArrowRight,
  IconBook2,
  IconBooks,
  IconFileCertificate,
  IconSchool,
  IconSearch,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useMayCall } from '../../lib/may-call.tsx';
import { useReply } from '../../lib/query.ts';
import { highlightParts } from '../../lib/highlight.ts';
import { actions, furtherPages } from './actions.ts';
import { links } from './links.ts';
import { useOpenPages } from './use-open-pages.ts';
import classes from './search-dialog.module.css';

interface Entry {
  readonly title: string;
  readonly line?: string;
  readonly icon: Icon;
  /** The address below the area. */
  readonly to: string;
}

interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Name, icon and address of each kind of result: its own page, or a list filtered to it. */
const kinds: Readonly<
  Record<
    SearchResult['kind'],
    readonly [name: string, icon: Icon, path: Partial<Record<Role, string>>]
  >
> = {
  student: ['Students', IconUser, { admin: 'students/:id', teacher: 'students?search=:email' }],
  teacher: ['Teachers', IconSchool, { admin: 'teachers/:id', teacher: 'teachers?search=:email' }],
  admin: ['Administrators', IconShieldLock, { admin: 'people/:id/account' }],
  subject: [
    'Subjects',
    IconBooks,
    { admin: 'classes/:id', teacher: 'classes/:id', student: 'subjects/:id' },
  ],
  exam: [
    'Exams',
    IconFileCertificate,
    { admin: 'exams/:id', teacher: 'exams/:id', student: 'exams' },
  ],
  book: [
    'Books',
    IconBook2,
    {
      admin: 'library?search=:title',
      teacher: 'library?search=:title',
      student: 'library?search=:title',
    },
  ],
};
const people: readonly SearchResult['kind'][] = ['student', 'teacher', 'admin'];

const entryOf = (area: Role, found: SearchResult): Entry => {
  const [, icon, paths] = kinds[found.kind];
  const to = (paths[area] ?? 'dashboard').replace(/:(\w+)/, (_, name) =>
    encodeURIComponent(found[name as keyof SearchResult] ?? ''),
  );
  return { title: found.title, line: found.line, icon, to };
};

/** Further pages of a student or teacher who was found. */
const relatedPages = (
  person: SearchResult | undefined,
  open: (path: string) => boolean,
): readonly Group[] => {
  if (!person || person.kind === 'admin') return [];
  const { kind, id, title } = person;
  const entry = (name: string, page: string): readonly Entry[] =>
    open(page) ? [{ title: name, icon: IconArrowRight, to: page.replace(/\$\w+/, id) }] : [];
  const account = entry('Account', 'people/$personId/account');
  return [
    {
      name: `For ${title}`,
      entries:
        kind === 'student'
          ? [
              ...entry('Attendance', 'students/$studentId/attendance'),
              ...entry('Performance', 'students/$studentId/performance'),
              ...account,
            ]
          : account,
    },
  ];
};

/** Parses the input: `>` searches actions and pages only, `@` people only. */
const read = (text: string) => {
  const [only] = /^[>@]/.exec(text.trim()) ?? [''];
  return { only, asked: text.trim().slice(only.length).trim() };
};

const useGroups = (area: Role, text: string) => {
  const { only, asked } = read(text);
  const words = searchWords(asked);
  const [settled] = useDebouncedValue(asked, 150);
  const enabled = settled !== '' && only !== '>';
  const { data, error, isLoading, isPlaceholderData } = useReply(search.find, {
    query: { search: settled },
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const found = enabled && asked !== '' ? (data ?? []) : [];
  const { first, second } = links[area];
  const may = useMayCall();
  const open = useOpenPages();
  const pages = [...first, ...second, ...furtherPages[area]]
    .filter(({ path }) => open(path))
    .map(({ label, icon, path }): Entry => ({
      title: label,
      icon,
      to: path,
    }));
  const acts = actions[area]
    .filter(([, , , needs]) => !needs || may(needs))
    .map(([title, to, icon]): Entry => ({ title, icon, to }));
  const fitting = (entries: readonly Entry[]) =>
    only === '@' ? [] : entries.filter(({ title }) => matchesWords(title, words));
  const shown = found.filter(({ kind }) => only !== '@' || people.includes(kind));
  const person = shown.find(({ kind }) => people.includes(kind));
  const ofKind = (kind: SearchResult['kind']): Group => ({
    name: kinds[kind][0],
    entries: shown.filter((one) => one.kind === kind).map((one) => entryOf(area, one)),
  });
  const groups = [
    { name: 'Pages', entries: fitting(pages) },
    { name: 'Actions', entries: fitting(acts) },
    ofKind('student'),
    ofKind('teacher'),
    ofKind('admin'),
    ...(area === 'admin' && asked !== '' ? relatedPages(person, open) : []),
    ofKind('subject'),
    ofKind('exam'),
    ofKind('book'),
  ].filter(({ entries }) => entries.length > 0);
  const waiting = asked !== settled || (enabled && (isLoading || isPlaceholderData));
  return { groups, words, failed: error !== null && enabled, waiting };
};

const optionOf = (id: string, index: number): string => `${id}-${index}`;

interface ResultsProps {
  readonly id: string;
  readonly groups: readonly Group[];
  /** Those of all groups. */
  readonly entries: readonly Entry[];
  readonly words: readonly string[];
  readonly chosen: number;
  readonly onPoint: (index: number) => void;
  readonly onOpen: (entry: Entry) => void;
}

const Results = ({ id, groups, entries, words, chosen, onPoint, onOpen }: ResultsProps) => (
  <div id={`${id}-list`} role="listbox" aria-label="Found" className={classes['list']}>
    {groups.map(({ name, entries: ofGroup }) => (
      <div key={name} role="group" aria-label={name}>
        <div className={classes['name']} aria-hidden>
          {name}
        </div>
        {ofGroup.map((entry) => {
          const index = entries.indexOf(entry);
          const { title, line, icon: Drawn } = entry;
          return (
            // Keys are handled by the combobox.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              // By place: several may have the same title and address.
              key={index}
              id={optionOf(id, index)}
              role="option"
              aria-selected={index === chosen}
              className={classes['option']}
              onMouseMove={() => onPoint(index)}
              onClick={() => onOpen(entry)}
            >
              <Drawn size={20} stroke={1.75} aria-hidden />
              <span>
                {highlightParts(title, words).map((part) =>
                  part.found ? <b key={part.at}>{part.text}</b> : part.text,
                )}
                {line && <small>{line}</small>}
              </span>
            </div>
          );
        })}
      </div>
    ))}
  </div>
);

interface SearchDialogProps {
  readonly area: Role;
  readonly onClose: () => void;
}

/** Searches everything the person may open: people, subjects, exams, books, pages and actions. */
const SearchDialog = ({ area, onClose }: SearchDialogProps) => {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [entered, setEntered] = useState(false);
  const { groups, words, failed, waiting } = useGroups(area, text);
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const entries = groups.flatMap((group) => group.entries);
  const chosen = Math.min(at, entries.length - 1);
  useEffect(() => {
    document
      .querySelector(`#${CSS.escape(optionOf(id, chosen))}`)
      ?.scrollIntoView({ block: 'nearest' });
  });

  const open = (entry: Entry | undefined): void => {
    if (!entry) return;
    dialog.current?.close();
    router.history.push(`/${area}/${entry.to}`);
  };
  // Enter waits for the results of the current text.
  useEffect(() => {
    if (entered && !waiting && dialog.current?.open) open(entries[chosen]);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) setAt((chosen + by + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter') setEntered(true);
    else return;
    event.preventDefault();
  };
  const resultText = (): string => {
    if (failed) return 'The search failed. Please try again.';
    if (entries.length > 0) return `${entries.length} found`;
    return waiting ? 'Searching...' : 'Nothing found';
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click outside closes it, as Escape does
    <dialog
      ref={dialog}
      className={classes['dialog']}
      aria-label="Search or go to"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className={classes['head']}>
        <IconSearch size={22} stroke={1.75} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label="Search or go to"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? optionOf(id, chosen) : undefined}
          placeholder="People, subjects, books, pages"
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" onClick={() => dialog.current?.close()}>
          <kbd>Esc</kbd> <span>Close</span>
        </button>
      </div>
      <Results
        id={id}
        groups={groups}
        entries={entries}
        words={words}
        chosen={chosen}
        onPoint={setAt}
        onOpen={open}
      />
      <p className={classes['footer']}>
        <output>{resultText()}</output>
        <span aria-hidden>
          <kbd>↑</kbd> <kbd>↓</kbd> Move <kbd>↵</kbd> Open <kbd>&gt;</kbd> Only actions <kbd>@</kbd>{' '}
          Only people
        </span>
      </p>
    </dialog>
  );
};

export default SearchDialog;
