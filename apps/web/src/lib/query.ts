import type { Endpoint, ParamsIn, QueryIn, ReplyOf } from '@campus/contract';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  type QueryClient,
  type QueryFilters,
  queryOptions,
  type UndefinedInitialDataOptions,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import {
  call,
  type CallArguments,
  callPage,
  callWithHeaders,
  type Page,
  type InputPart,
} from './call.ts';

type Settings<Data> = Pick<
  UndefinedInitialDataOptions<Data>,
  | 'enabled'
  | 'gcTime'
  | 'placeholderData'
  | 'refetchInterval'
  | 'refetchOnReconnect'
  | 'refetchOnWindowFocus'
  | 'staleTime'
>;

/** Parameters that are undefined are left out. */
type Loose<Params> = { readonly [Name in keyof Params]: Params[Name] | undefined };

/** The input of an endpoint, and query settings that differ from the defaults. Headers must not affect the reply. */
type QueryInput<E, Data> = InputPart<'params', ParamsIn<E>> &
  InputPart<'query', Loose<QueryIn<E>>> &
  Settings<Data> & { readonly headers?: Readonly<Record<string, string>> };

type Arguments<E, Data> =
  Partial<QueryInput<E, Data>> extends QueryInput<E, Data>
    ? [QueryInput<E, Data>?]
    : [QueryInput<E, Data>];

const inputOf = <E>(input: object): CallArguments<E> => [input] as unknown as CallArguments<E>;

interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
}

const parts = ({ params, query, headers, ...settings }: LooseInput = {}) => ({
  input: { params, query },
  headers,
  settings,
});

/**
 * The query of an endpoint. Its key is the endpoint's path and its input, so identical queries are fetched
 * once.
 * The data is null when the server replies without content.
 */
export const queryOf = <E extends Endpoint>(endpoint: E, ...[asked]: Arguments<E, ReplyOf<E>>) => {
  const { input, headers, settings } = parts(asked);
  return queryOptions<ReplyOf<E>>({
    queryKey: [endpoint.path, input],
    queryFn: async ({ signal }) =>
      (await call(endpoint, ...inputOf<E>({ ...input, headers, signal }))) ?? (null as ReplyOf<E>),
    ...settings,
  });
};

/** One page of a list and its total number of rows. The previous page stays until the next one is loaded. */
export const pageQueryOf = <E extends Endpoint>(
  endpoint: E,
  ...[asked]: Arguments<E, Page<ReplyOf<E>>>
) => {
  const { input, settings } = parts(asked);
  return queryOptions<Page<ReplyOf<E>>>({
    queryKey: [endpoint.path, input, 'page'],
    queryFn: ({ signal }) => callPage(endpoint, ...inputOf<E>({ ...input, signal })),
    placeholderData: keepPreviousData,
    ...settings,
  });
};

/** Runs `queryOf` while the component is mounted. */
export const useReply = <E extends Endpoint>(
  endpoint: E,
  ...asked: Arguments<E, ReplyOf<E>>
): UseQueryResult<ReplyOf<E>> => useQuery(queryOf(endpoint, ...asked));

export const usePage = <E extends Endpoint>(
  endpoint: E,
  ...asked: Arguments<E, Page<ReplyOf<E>>>
): UseQueryResult<Page<ReplyOf<E>>> => useQuery(pageQueryOf(endpoint, ...asked));

/** A list that is extended page by page, `limit` rows each. */
export const pagesQueryOf = <E extends Endpoint>(
  endpoint: E,
  limit: number,
  ...[asked]: Arguments<E, never>
) => {
  const { input, settings } = parts(asked);
  return infiniteQueryOptions({
    queryKey: [endpoint.path, input, 'pages'],
    queryFn: ({ signal, pageParam }) => {
      const asks = input.query as object | undefined;
      const query = { ...asks, limit, ...(pageParam && { cursor: pageParam }) };
      return callWithHeaders(endpoint, ...inputOf<E>({ ...input, query, signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...settings,
  });
};

/**
 * After a change: invalidates these queries; those on screen are refetched at once. Unlike `invalidateQueries` alone,
 * it does not let a first load that began before the change fill the screen without it.
 */
export const invalidate = (client: QueryClient, filters: QueryFilters = {}): Promise<void> => {
  const isLoading = (query: Query): boolean =>
    query.isActive() && query.state.data === undefined && (filters.predicate?.(query) ?? true);
  // Silent: whoever awaits the first load gets the result of the second.
  void client.cancelQueries({ ...filters, predicate: isLoading }, { silent: true });
  return client.invalidateQueries(filters);
};

/** Invalidates every path with one of these prefixes. */
export const refresh = (client: QueryClient, ...pathPrefixes: string[]): Promise<void> =>
  invalidate(client, {
    predicate: ({ queryKey: [path] }) =>
      pathPrefixes.some((prefix) => String(path).startsWith(prefix)),
  });

/**
 * `refresh`, awaited before a change is reported: the lists then show it, too. Not for longer than 1.5 seconds,
 * as a dead connection is given up only after minutes.
 */
export const refreshFirst = (client: QueryClient, ...pathPrefixes: string[]): Promise<unknown> =>
  Promise.race([
    refresh(client, ...pathPrefixes),
    new Promise((resolve) => setTimeout(resolve, 1500)),
  ]);

/** Invalidates lists, records and profiles after a change to a person. */
export const refreshPeople = (client: QueryClient): Promise<void> =>
  refresh(client, '/people', '/students/by-email', '/faculty');
