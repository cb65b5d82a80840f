import { type Icon, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTimeout } from '@mantine/hooks';
import { IconButton } from './actions.tsx';
import { isMissing } from '../lib/call-error.ts';
import { errorText } from '../lib/error-text.ts';
import type { Query } from '../lib/together.ts';
import { Card } from './page.tsx';
import classes from './loaded.module.css';

interface EmptyIllustrationProps {
  readonly icon: Icon;
  readonly tone?: 'lamp' | 'brick';
}

/** The hall that stands where there is nothing to show, an icon in its lit door. */
const EmptyIllustration = ({ icon: Drawn, tone = 'lamp' }: EmptyIllustrationProps) => (
  <span className={classes['hall']} data-tone={tone} aria-hidden>
    <svg viewBox="0 0 190 112" width="190" height="112">
      <g className={classes['walls']}>
        <path className={classes['wall']} d="M8 98V52h50M132 52h50v46M58 98V30L95 10l37 20v68" />
        <path d="M52 30h86M4 52h54M132 52h54" />
        <path
          className={classes['window']}
          d="M16 98V78a9 9 0 0 1 18 0v20M38 98V78a8 8 0 0 1 16 0v20M136 98V78a8 8 0 0 1 16 0v20M156 98V78a9 9 0 0 1 18 0v20"
        />
        <path d="M0 98h190M50 104h90M42 110h106" />
      </g>
      <path className={classes['door']} d="M70 98V62a25 25 0 0 1 50 0v36z" />
    </svg>
    <span className={classes['icon']}>
      <Drawn stroke={1.75} />
    </span>
  </span>
);

interface EmptyStateProps {
  readonly icon: Icon;
  readonly text: ReactNode;
  /** One at most. */
  readonly action?: ReactNode;
  /** On a card of its own. */
  readonly card?: true;
}

export const EmptyState = ({ icon, text, action, card }: EmptyStateProps) => {
  const state = (
    <div className={classes['state']}>
      <EmptyIllustration icon={icon} />
      <p className={classes['text']}>{text}</p>
      {action}
    </div>
  );
  return card ? <Card>{state}</Card> : state;
};

interface ErrorStateProps {
  readonly text: string;
  readonly onRetry?: () => void;
}

/** In place of content that could not be loaded. */
export const ErrorState = ({ text, onRetry }: ErrorStateProps) => (
  <div className={classes['state']} role="alert">
    <EmptyIllustration icon={IconPlugConnectedX} tone="brick" />
    <p className={classes['text']}>{text}</p>
    {onRetry && (
      <IconButton icon={IconRefresh} variant="default" onClick={onRetry}>
        Try again
      </IconButton>
    )}
  </div>
);

interface FallbackNoteProps {
  /** As a sentence begins: "The student count". */
  readonly what: string;
  readonly onRetry: () => void;
}

/** Beside values that stand in for what could not be loaded: says so quietly, and tries again. */
export const FallbackNote = ({ what, onRetry }: FallbackNoteProps) => (
  <output className={classes['note']}>
    {what} could not be loaded.{' '}
    <button type="button" onClick={onRetry}>
      <IconRefresh size={16} stroke={1.75} aria-hidden />
      Try again
    </button>
  </output>
);

/** True after `ms`: what takes no longer than that needs no sign of it. */
export const useAfter = (ms: number): boolean => {
  const [passed, setPassed] = useState(false);
  useTimeout(() => setPassed(true), ms, { autoInvoke: true });
  return passed;
};

interface LoadingProps {
  /** As specified: "Loading subjects..." */
  readonly text: string;
  /** The skeleton, in the shape of what is to come. */
  readonly children?: ReactNode;
}

export const Loading = ({ text, children }: LoadingProps) => {
  const shown = useAfter(200);
  return (
    <div className={classes['loading']} data-shown={shown || undefined}>
      <output className={classes['waiting']}>
        {shown && (
          <>
            <span className={classes['spinner']} aria-hidden />
            {text}
          </>
        )}
      </output>
      <div aria-hidden>{children}</div>
    </div>
  );
};

interface BarProps {
  readonly width?: number | string;
  readonly height?: number | string;
}

export const SkeletonBar = ({ width = '100%', height = 14 }: BarProps) => (
  <span className={classes['bar']} style={{ width, height }} />
);

const widths = ['62%', '78%', '54%', '70%'];

/** Rows of a table or list that is to come. */
export const SkeletonRows = ({ rows, columns }: { rows: number; columns: number }) => (
  <div>
    {Array.from({ length: rows }, (_, row) => (
      <div className={classes['row']} key={`row-${row}`}>
        {Array.from({ length: columns }, (__, column) => (
          <SkeletonBar
            key={`bar-${column}`}
            width={widths[(row + column) % widths.length] ?? '60%'}
          />
        ))}
      </div>
    ))}
  </div>
);

export interface LoadedProps<Data> {
  readonly query: Query<Data>;
  /** What is loaded: "terms" is "Loading terms..." and "The terms could not be loaded." */
  readonly what: string;
  /** What a person reads where the server said nothing, if it is another sentence. */
  readonly failed?: string;
  /** The sentence of a failure, where it is not simply the server's or else `failed`. */
  readonly textOf?: typeof errorText;
  /** What failed, as a sentence begins, where it is said quietly: "The next events". */
  readonly quiet?: string;
  /** In a card without padding of its own. */
  readonly flush?: true;
  /** What comes has cards of its own: until then there is one. */
  readonly card?: true;
  /** The skeleton, in the shape of what is to come: rows of a list or table, or another one. */
  readonly rows?: number;
  readonly columns?: number;
  readonly skeleton?: ReactNode;
  /** In place of a record that does not exist. */
  readonly missing?: Parameters<typeof EmptyState>[0];
  /** In place of a list without rows. */
  readonly empty?: Parameters<typeof EmptyState>[0];
  readonly children: (data: Data) => ReactNode;
}

/** What a query brings; until then its skeleton, or why it failed and Try again. */
export const Loaded = <Data,>(props: LoadedProps<Data>) => {
  const { query, what, rows = 4, columns = 3, missing, empty, flush, card } = props;
  const { failed = `The ${what} could not be loaded.`, textOf = errorText } = props;
  const { data, error } = query;
  const gone = missing && isMissing(error);
  const none = empty && Array.isArray(data) && data.length === 0;
  if (data !== undefined && !gone && !none) return props.children(data);
  const instead = () => {
    if (gone) return <EmptyState {...missing} />;
    if (none) return <EmptyState {...empty} />;
    if (error && props.quiet)
      return <FallbackNote what={props.quiet} onRetry={() => void query.refetch()} />;
    if (error)
      return <ErrorState text={textOf(error, failed)} onRetry={() => void query.refetch()} />;
    return (
      <div className={flush && classes['flush']}>
        <Loading text={`Loading ${what}...`}>
          {props.skeleton ?? <SkeletonRows rows={rows} columns={columns} />}
        </Loading>
      </div>
    );
  };
  return card ? <Card>{instead()}</Card> : instead();
};
