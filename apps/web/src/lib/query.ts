import type { Endpoint, ParamsIn, QueryIn, ReplyOf } from '@campus/contract';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
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
  type Part,
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

/** What is undefined is left out. */
type Loose<Query> = { readonly [Name in keyof Query]: Query[Name] | undefined };

/** What an endpoint asks for, and how its query differs from the usual one. Headers change nothing in the reply. */
type Asked<E, Data> = Part<'params', ParamsIn<E>> &
  Part<'query', Loose<QueryIn<E>>> &
  Settings<Data> & { readonly headers?: Readonly<Record<string, string>> };

type Arguments<E, Data> =
  Partial<Asked<E, Data>> extends Asked<E, Data> ? [Asked<E, Data>?] : [Asked<E, Data>];

const inputOf = <E>(input: object): CallArguments<E> => [input] as unknown as CallArguments<E>;

interface Given {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
}

const parts = ({ params, query, headers, ...settings }: Given = {}) => ({
  input: { params, query },
  headers,
  settings,
});

/**
 * The query of an endpoint. Its key is the endpoint's path and what is asked for: the same is asked once. Null
 * where the server has nothing to say.
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

/** One page of a list, and how many rows it has in all. The page before stays until it is there. */
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

/** The same on the screen, for as long as it is there. */
export const useReply = <E extends Endpoint>(
  endpoint: E,
  ...asked: Arguments<E, ReplyOf<E>>
): UseQueryResult<ReplyOf<E>> => useQuery(queryOf(endpoint, ...asked));

export const usePage = <E extends Endpoint>(
  endpoint: E,
  ...asked: Arguments<E, Page<ReplyOf<E>>>
): UseQueryResult<Page<ReplyOf<E>>> => useQuery(pageQueryOf(endpoint, ...asked));

/** A list that is read on from where it ended: its pages, so many rows each. */
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

/** After a change: what is on screen of the paths that begin so is asked for again, the rest when it is next shown. */
export const refresh = (client: QueryClient, ...beginnings: string[]): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      beginnings.some((beginning) => String(path).startsWith(beginning)),
  });

/** After something of a person has changed: lists, records and profiles. */
export const refreshPeople = (client: QueryClient): Promise<void> =>
  refresh(client, '/people', '/students/by-email', '/faculty');
