import type { ReactNode } from 'react';
import { errorText } from '../lib/error-text.ts';
import { ErrorState } from './error-state.tsx';
import { Loading } from './loading.tsx';
import classes from './loaded.module.css';

interface UntilLoadedProps {
  /** One without data. */
  readonly query: { readonly error: unknown; readonly refetch: () => unknown };
  /** As specified: "Loading subjects..." */
  readonly loading: string;
  /** What a person reads where the server said nothing. */
  readonly failed: string;
  /** The sentence of a failure, where it is not simply the server's or else `failed`. */
  readonly textOf?: typeof errorText;
  /** In a card without padding of its own. */
  readonly flush?: true;
  /** The skeleton, in the shape of what is to come. */
  readonly children: ReactNode;
}

/** In place of what a query has not brought: its skeleton, or why it failed and Try again. */
export const UntilLoaded = (props: UntilLoadedProps) => {
  const { query, loading, failed, textOf = errorText, flush, children } = props;
  if (query.error)
    return <ErrorState text={textOf(query.error, failed)} onRetry={() => void query.refetch()} />;
  const skeleton = <Loading text={loading}>{children}</Loading>;
  return flush ? <div className={classes['flush']}>{skeleton}</div> : skeleton;
};
