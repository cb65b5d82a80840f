import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { ActKind } from './features/trail/acts.rules.ts';
import type { Access, DutyOrFull, Reach } from './permissions.ts';
import { isoDate } from './values/replies.ts';
import { emailInPath, idInRequest } from './values/requests.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Path = `/${string}`;

/** At least one duty, or `full` for administrators without a duty only. Leaving it out does not compile. */
type AllowedDuties = readonly [DutyOrFull, ...DutyOrFull[]] | readonly ['full'];

const accessFor = <T extends Reach, S extends Reach>(teacher: T, student: S) =>
  function access(...holders: AllowedDuties) {
    const offices = holders.filter((one): one is DutyOrFull => one !== 'full');
    return { admin: 'any', duties: offices, teacher, student } as const;
  };

/** Everyone signed in, whatever their duty: for what all may read, and for one’s own records. */
export const everyone: Access = { admin: 'any', duties: 'every', teacher: 'any', student: 'any' };
export const staff = accessFor('any', 'none');
/** Teachers for their own records, such as their subjects; administrators for any. */
export const staffOwn = accessFor('own', 'none');
/** Students for their own records; administrators for any. */
export const studentOwn = accessFor('none', 'own');
/** Teachers and students for their own records; administrators for any. */
export const everyoneOwn = accessFor('own', 'own');
/** Staff for any record; students for their own. */
export const staffAndOwn = accessFor('any', 'own');
export const adminOnly = accessFor('none', 'none');

/**
 * One call of the API, defined once: the server mounts it, the browser calls it, OpenAPI documents it.
 * `path` is relative to the API base (which ends in `/api`), with `:name` for parameters. An endpoint is
 * named by its place in the contract, `attendance.submitAttendance`. `access` is decided before anything
 * but the token is read from the request.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  readonly summary: string;
  /** What a caller needs to know beyond the schemas, in plain sentences. */
  readonly description?: string;
  readonly method: Method;
  readonly path: Path;
  readonly access: Access;
  /** How the audit trail records the call; null if it changes nothing worth recording. */
  readonly act?: ActKind | null;
  readonly params?: Params;
  readonly query?: Query;
  /** A JSON body; endpoints that take a file have `upload` instead. */
  readonly body?: Body;
  /** The body contains a list, which may be as large as a file (`listLimits`). */
  readonly large?: true;
  /** A multipart body. */
  readonly upload?: Upload;
  /** Schema of the parsed reply; `z.any()` for a file. */
  readonly reply: Reply;
  /** The reply is a file to save, not JSON. */
  readonly download?: { readonly type: string; readonly fileName: string };
  /** The reply is a stored file of one of these media types, which a browser shows or saves. */
  readonly file?: { readonly types: readonly string[] };
  /** Status of a successful reply; 200 by default. */
  readonly status?: 201 | 204;
  /**
   * Reads `If-Match`: a version the caller has seen, quoted. A stale one is refused with 409 and what has
   * changed since (`recordChange`); without the header the last write wins. `fields`: the second version
   * of an ETag that has two.
   */
  readonly ifMatch?: true | 'fields';
  /**
   * Requires a sign-in within the last ten minutes, with the second factor if the account has one:
   * always, or when one of these fields of the body is sent. Otherwise 403 `confirmation_needed`.
   */
  readonly fresh?: true | readonly string[];
  /** Error codes beyond those that follow from the rest of the definition; tests fail on any other. */
  readonly alsoRefuses?: readonly ErrorCode[];
  /** Refusals carry a `status` field as well, as the sign-in reply does. */
  readonly refusalStatus?: 'error';
}

/** What a multipart body may contain; any other part is refused by name. */
export interface Upload {
  /** Name of the part with the file; `file` by default. */
  readonly file?: string;
  /** Limit for each file. */
  readonly maxBytes: number;
  /** Accepts a form without a file. */
  readonly fileOptional?: true;
  /** 1 by default. */
  readonly maxFiles?: number;
  /** The other parts, all text: a strict object. */
  readonly texts?: z.ZodObject;
}

/** The schema of a part of an endpoint, or that of undefined if it has no such part. */
type SchemaOf<E, Part extends 'params' | 'query' | 'body' | 'reply'> = E extends {
  readonly [P in Part]: infer S extends z.ZodType;
}
  ? S
  : z.ZodUndefined;

export type ParamsOf<E> = z.output<SchemaOf<E, 'params'>>;
export type QueryOf<E> = z.output<SchemaOf<E, 'query'>>;
export type BodyOf<E> = z.output<SchemaOf<E, 'body'>>;
export type ReplyOf<E> = z.output<SchemaOf<E, 'reply'>>;

/** What a client sends, before the server applies defaults and transformations. */
export type ParamsIn<E> = z.input<SchemaOf<E, 'params'>>;
export type QueryIn<E> = z.input<SchemaOf<E, 'query'>>;
export type BodyIn<E> = z.input<SchemaOf<E, 'body'>>;

/** The validated text parts of a form. */
export type TextsOf<U> = U extends { readonly texts: infer S extends z.ZodType }
  ? z.output<S>
  : Readonly<Record<string, never>>;

/** Schemas of path parameters by name; any other parameter is an id. */
const pathParameters = {
  date: isoDate(),
  email: emailInPath,
  file: z.string(),
  report: z.string(),
};

type NamesIn<P extends string> = P extends `${infer Segment}/${infer Rest}`
  ? NamesIn<Segment> | NamesIn<Rest>
  : P extends `:${infer Name}`
    ? Name
    : never;

type ParameterOf<Name> = Name extends keyof typeof pathParameters
  ? (typeof pathParameters)[Name]
  : typeof idInRequest;

type WithParams<P extends string> = [NamesIn<P>] extends [never]
  ? unknown
  : { readonly params: z.ZodObject<{ readonly [N in NamesIn<P>]: ParameterOf<N> }> };

type Replying<D> = D extends { readonly reply: z.ZodType }
  ? D
  : D extends { readonly file: object } | { readonly download: object }
    ? D & { readonly reply: z.ZodAny }
    : D & { readonly reply: z.ZodUndefined; readonly status: 204 };

const paramsOf = (path: string): { params?: z.ZodType } => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.length === 0) return {};
  const parameters: Readonly<Record<string, z.ZodType>> = pathParameters;
  const shape = names.map((name) => [name, parameters[name] ?? idInRequest] as const);
  return { params: z.object(Object.fromEntries(shape)) };
};

type Described = Omit<Endpoint, 'method' | 'path' | 'access' | 'params' | 'reply'> & {
  /** Without it the reply is a file, or empty with status 204. */
  readonly reply?: z.ZodType;
};

/** Every endpoint but a GET must name its `act`. */
type WithAct<M extends Method> = M extends 'GET' ? unknown : { readonly act: ActKind | null };

/**
 * Defines an endpoint by method and path (from which its parameters follow) and by who may call it. Keeps
 * the exact types of its schemas, from which client and handler are inferred.
 */
export const endpoint = <
  M extends Method,
  P extends Path,
  A extends Access,
  const D extends Described,
>(
  call: `${M} ${P}`,
  access: A,
  described: D & WithAct<M>,
) => {
  const [method, path = ''] = call.split(' ');
  const { reply, file, download } = described;
  const defaults = file || download ? { reply: z.any() } : { reply: z.undefined(), status: 204 };
  const parts = { method, path, access, ...paramsOf(path), ...(reply ? {} : defaults) };
  return { ...described, ...parts } as unknown as Replying<D> &
    WithParams<P> & { readonly method: M; readonly path: P; readonly access: A };
};
