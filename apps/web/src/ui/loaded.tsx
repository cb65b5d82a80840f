import { type Icon, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTimeout } from '@mantine/hooks';
import { IconButton } from './actions.tsx';
import { isMissing, isNetworkError } from '../lib/call-error.ts';
import { errorText } from '../lib/error-text.ts';
import type { Query } from '../lib/combine-queries.ts';
import { Card } from './page.tsx';
import classes from './loaded.module.css';

interface EmptyIllustrationProps {
  readonly icon: Icon;
  readonly tone?: 'neutral' | 'error';
}

/** The drawing of an empty hall with an icon in its door. */
const EmptyIllustration = ({ icon: Drawn, tone = 'neutral' }: EmptyIllustrationProps) => (
  <span className={classes['illustration']} data-tone={tone} aria-hidden>
    <svg viewBox="0 0 190 112" width="190" height="112">
      <g className={classes['outline']}>
        <path
          className={classes['building']}
          d="M8 98V52h50M132 52h50v46M58 98V30L95 10l37 20v68"
        />
        <path d="M52 30h86M4 52h54M132 52h54" />
        <path
          className={classes['windows']}
          d="M16 98V78a9 9 0 0 1 18 0v20M38 98V78a8 8 0 0 1 16 0v20M136 98V78a8 8 0 0 1 16 0v20M156 98V78a9 9 0 0 1 18 0v20"
        />
        <path d="M0 98h190M50 104h90M42 110h106" />
      </g>
      <path className={classes['doorway']} d="M70 98V62a25 25 0 0 1 50 0v36z" />
    </svg>
    <span className={classes['icon']}>
      <Drawn stroke={1.75} />
    </span>
  </span>
);

interface EmptyStateProps {
  readonly icon: Icon;
  readonly text: ReactNode;
  /** At most one. */
  readonly action?: ReactNode;
  /** In a card of its own. */
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

/** Begins to load again; the promise settles when that has succeeded or failed. */
type Retry = () => unknown;

/** A button to try again: it keeps its place, and the focus, until the attempt has ended. */
const useRetry = (onRetry: Retry) => {
  const [busy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    try {
      await onRetry();
    } finally {
      setBusy(false);
    }
  };
  return {
    'aria-disabled': busy || undefined,
    onClick: () => void (busy || retry()),
    children: busy ? 'Trying again...' : 'Try again',
  };
};

export const RetryButton = ({ onRetry }: { readonly onRetry: Retry }) => (
  <IconButton icon={IconRefresh} variant="default" {...useRetry(onRetry)} />
);

interface ErrorStateProps {
  readonly text: string;
  readonly onRetry: Retry;
}

/** Shown in place of content that could not be loaded. */
export const ErrorState = ({ text, onRetry }: ErrorStateProps) => (
  <div className={classes['state']} role="alert">
    <EmptyIllustration icon={IconPlugConnectedX} tone="error" />
    <p className={classes['text']}>{text}</p>
    <RetryButton onRetry={onRetry} />
  </div>
);

interface FallbackNoteProps {
  /** Begins a sentence: "The student count". */
  readonly what: string;
  /** Earlier content is shown; otherwise a placeholder. */
  readonly stale?: boolean;
  readonly onRetry: Retry;
}

/** Says quietly that what is shown is not current because loading failed, and offers to try again. */
export const FallbackNote = ({ what, stale = false, onRetry }: FallbackNoteProps) => {
  const { children, ...button } = useRetry(onRetry);
  return (
    <output className={classes['note']}>
      {what} could not be {stale ? 'refreshed' : 'loaded'}.{' '}
      <button type="button" {...button}>
        <IconRefresh size={16} stroke={1.75} aria-hidden />
        {children}
      </button>
    </output>
  );
};

/** True after `ms` milliseconds. Avoids progress indicators for what takes less time. */
export const useHasElapsed = (ms: number): boolean => {
  const [passed, setPassed] = useState(false);
  useTimeout(() => setPassed(true), ms, { autoInvoke: true });
  return passed;
};

interface LoadingProps {
  /** As in the specification: "Loading subjects..." */
  readonly text: string;
  /** The skeleton, in the shape of the expected content. */
  readonly children?: ReactNode;
}

export const Loading = ({ text, children }: LoadingProps) => {
  const shown = useHasElapsed(200);
  return (
    <div className={classes['loading']} data-skeleton data-shown={shown || undefined}>
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

/** Skeleton of a table or list. */
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
  /** Names what is loaded: "terms" gives "Loading terms..." and "The terms could not be loaded." */
  readonly what: string;
  /** Replaces the default message for when the server gives none. */
  readonly failed?: string;
  /** Chooses the message of a failure; by default the server's, else `failed`. */
  readonly textOf?: typeof errorText;
  /** Begins the sentence of an unobtrusive failure message: "The next events". */
  readonly quiet?: string;
  /** The content itself says when it could not be refreshed. */
  readonly saysStale?: true;
  /** In a card without padding. */
  readonly flush?: true;
  /** The content has its own cards; until it is loaded one card is shown. */
  readonly card?: true;
  /** The skeleton: rows of a list or table, or a custom one. */
  readonly rows?: number;
  readonly columns?: number;
  readonly skeleton?: ReactNode;
  /** Shown in place of a record that does not exist. */
  readonly missing?: Parameters<typeof EmptyState>[0];
  /** Shown in place of an empty list. */
  readonly empty?: Parameters<typeof EmptyState>[0];
  readonly children: (data: Data) => ReactNode;
}

/**
 * Why a query has no data, also while it is tried again: TanStack Query forgets the error then, and a list that asks
 * by itself would change from its failure to loading and back.
 */
const useFailure = ({ error, errorUpdatedAt }: Query<unknown>): unknown => {
  const [last, setLast] = useState({ error, at: errorUpdatedAt });
  if (error && error !== last.error) setLast({ error, at: errorUpdatedAt });
  return error ?? (errorUpdatedAt === last.at ? last.error : null);
};

/**
 * The data of a query, with a note if it could not be refreshed; until then a skeleton, or why it failed with a button
 * to try again.
 */
export const Loaded = <Data,>(props: LoadedProps<Data>) => {
  const { query, what, rows = 4, columns = 3, missing, empty, flush, card } = props;
  const { failed = `The ${what} could not be loaded.`, textOf = errorText } = props;
  const { data } = query;
  const error = useFailure(query);
  const gone = missing && isMissing(error);
  const none = empty && Array.isArray(data) && data.length === 0;
  if (data !== undefined && !gone && !none)
    return (
      <>
        {/* Of data that is fetched again, TanStack Query keeps the error until that has succeeded. */}
        {isNetworkError(query.error) && !props.saysStale && (
          <div className={classes[flush ? 'flush' : 'stale']}>
            <FallbackNote what={props.quiet ?? `The ${what}`} stale onRetry={query.refetch} />
          </div>
        )}
        {props.children(data)}
      </>
    );
  const instead = () => {
    if (gone) return <EmptyState {...missing} />;
    if (none) return <EmptyState {...empty} />;
    if (error && props.quiet) return <FallbackNote what={props.quiet} onRetry={query.refetch} />;
    if (error) return <ErrorState text={textOf(error, failed)} onRetry={query.refetch} />;
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
