import type { ReactNode } from 'react';
import { isMissing } from '../lib/call-error.ts';
import { errorText } from '../lib/error-text.ts';
import type { Query } from '../lib/together.ts';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { FallbackNote } from './fallback-note.tsx';
import { Loading, SkeletonRows } from './loading.tsx';
import classes from './loaded.module.css';

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
