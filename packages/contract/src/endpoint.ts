import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { ActKind } from './features/trail/acts.rules.ts';
import type { Access, Office, Reach } from './permissions.ts';
import { isoDate } from './values/replies.ts';
import { emailInPath, idInRequest } from './values/requests.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Path = `/${string}`;

/** At least one duty, or nobody but administrators who hold all of it: forgetting them does not compile. */
type Holders = readonly [Office, ...Office[]] | readonly ['full'];

const heldBy = <T extends Reach, S extends Reach>(teacher: T, student: S) =>
  function access(...holders: Holders) {
    const offices = holders.filter((one): one is Office => one !== 'full');
    return { admin: 'any', duties: offices, teacher, student } as const;
  };

/** What each person may do, whatever their duty: read what all read, and what is their own. */
export const everyone: Access = { admin: 'any', duties: 'every', teacher: 'any', student: 'any' };
export const staff = heldBy('any', 'none');
/** Teachers with what is their own, such as their subjects, and administrators with any. */
export const staffOwn = heldBy('own', 'none');
/** Students with what is their own, and administrators with any. */
export const studentOwn = heldBy('none', 'own');
/** Teachers and students with what is their own, and administrators with any. */
export const everyoneOwn = heldBy('own', 'own');
/** Staff with any, and students with what is their own. */
export const staffAndOwn = heldBy('any', 'own');
export const adminOnly = heldBy('none', 'none');

/**
 * One call of the API, said once: the server mounts it, the browser calls it, OpenAPI prints it.
 * `path` is relative to the API base (which ends in `/api`), with `:name` for parameters.
 * Its name is its place in the contract, `attendance.submitAttendance`.
 * `access` is decided before anything of the request but its token is read.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  readonly summary: string;
  /** What a caller should know beside the shapes; plain sentences. */
  readonly description?: string;
  readonly method: Method;
  readonly path: Path;
  readonly access: Access;
  /** How the trail tells that it was done; null for what changes nothing worth telling. */
  readonly act?: ActKind | null;
  readonly params?: Params;
  readonly query?: Query;
  /** A JSON body. Calls that take a file say `upload` instead. */
  readonly body?: Body;
  /** The body holds a list, which may be as large as a file (`listLimits`). */
  readonly large?: true;
  /** A multipart body instead. */
  readonly upload?: Upload;
  /** What the reply's body is once parsed; anything for a file. */
  readonly reply: Reply;
  /** The reply is a file to save instead of JSON. */
  readonly download?: { readonly type: string; readonly fileName: string };
  /** The reply is a stored file in one of these media types, which a browser shows or saves. */
  readonly file?: { readonly types: readonly string[] };
  /** Status of a successful reply: 200 unless said. */
  readonly status?: 201 | 204;
  /**
   * Reads `If-Match`: a version the caller has seen, quoted. Stale is refused with 409 and what has
   * changed since (`recordChange`); without the header the last write wins. `fields`: the second
   * version of an ETag with two.
   */
  readonly ifMatch?: true | 'fields';
  /**
   * Wants a sign-in of the last ten minutes, with the second factor where there is one: always, or when
   * one of these fields of the body is sent. Else 403 `confirmation_needed`.
   */
  readonly fresh?: true | readonly string[];
  /** Refusals beyond those that the rest of this says: a test that meets another one fails. */
  readonly alsoRefuses?: readonly ErrorCode[];
  /** The sign-in answer carries a `status` field also when it refuses. */
  readonly refusalStatus?: 'error';
}

/** What a multipart body may hold; anything else is refused by its name. */
export interface Upload {
  /** The part with the file, `file` unless said. */
  readonly file?: string;
  /** Of one file. */
  readonly maxBytes: number;
  /** A form without a file is taken, too. */
  readonly fileOptional?: true;
  /** One unless said. */
  readonly maxFiles?: number;
  /** The other parts, which are text: a strict object. */
  readonly texts?: z.ZodObject;
}

/** The schema of a part of an endpoint; of a part that it has not, undefined. */
type SchemaOf<E, Part extends 'params' | 'query' | 'body' | 'reply'> = E extends {
  readonly [P in Part]: infer S extends z.ZodType;
}
  ? S
  : z.ZodUndefined;

export type ParamsOf<E> = z.output<SchemaOf<E, 'params'>>;
export type QueryOf<E> = z.output<SchemaOf<E, 'query'>>;
export type BodyOf<E> = z.output<SchemaOf<E, 'body'>>;
export type ReplyOf<E> = z.output<SchemaOf<E, 'reply'>>;

/** What a client writes down before the server's defaults and transformations. */
export type ParamsIn<E> = z.input<SchemaOf<E, 'params'>>;
export type QueryIn<E> = z.input<SchemaOf<E, 'query'>>;
export type BodyIn<E> = z.input<SchemaOf<E, 'body'>>;

/** The text parts of a form, checked. */
export type TextsOf<U> = U extends { readonly texts: infer S extends z.ZodType }
  ? z.output<S>
  : Readonly<Record<string, never>>;

/** What a parameter of a path is, by its name; any other one is an id. */
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
  /** Without it a file is answered, or nothing: 204. */
  readonly reply?: z.ZodType;
};

/** What changes something says what the trail tells of it. */
type Told<M extends Method> = M extends 'GET' ? unknown : { readonly act: ActKind | null };

/**
 * An endpoint by its method and path, which says its parameters, and by who may call it. Keeps the exact
 * types of its schemas, so that client and handler are inferred from it.
 */
export const endpoint = <
  M extends Method,
  P extends Path,
  A extends Access,
  const D extends Described,
>(
  call: `${M} ${P}`,
  access: A,
  described: D & Told<M>,
) => {
  const [method, path = ''] = call.split(' ');
  const { reply, file, download } = described;
  const unsaid = file || download ? { reply: z.any() } : { reply: z.undefined(), status: 204 };
  const parts = { method, path, access, ...paramsOf(path), ...(reply ? {} : unsaid) };
  return { ...described, ...parts } as unknown as Replying<D> &
    WithParams<P> & { readonly method: M; readonly path: P; readonly access: A };
};
