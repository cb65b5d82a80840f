import type {
  BodyOf,
  Caller,
  Endpoint,
  IsoDate,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@campus/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Campus } from '../campus.ts';
import { CampusError } from '../campus-error.ts';
import type { ListPart } from './pages.ts';
import type { StoredFile } from './stored-file.ts';

/** Another teacher's subject in which somebody helps today. */
export interface Helped {
  readonly subjectId: string;
  /** May mark attendance. */
  readonly mark: boolean;
  /** May grade exams and assignments. */
  readonly grade: boolean;
  /** Restricted to this section's students; null: the whole subject. */
  readonly sectionId: string | null;
  readonly fromOn: IsoDate;
}

/** The person a verified token belongs to, read from the database for each request. */
export interface Actor extends Caller {
  readonly helpsIn: readonly Helped[];
  readonly id: string;
  readonly email: string;
  /** As in their token: the former one if it was changed while they are signed in. */
  readonly tokenEmail: string;
  readonly name: string;
  /** When they last signed in or confirmed their identity, in milliseconds since 1970. */
  readonly authenticatedAt: number;
}

/** The e-mail meant in a call about the caller's own: that of their token is theirs, whoever has it now. */
export const ownEmail = ({ role, email, tokenEmail }: Actor, given: string): string =>
  role !== 'admin' && given === tokenEmail ? email : given;

/** Resolves an `Authorization` header to the person; throws 401. `at`: when its token must be valid; now by default. */
export type Authenticate = (authorization: string | undefined, at?: number) => Promise<Actor>;

/** The token of a bearer header; 401 without one. The token itself is not checked. */
export const bearerToken = (authorization = ''): string => {
  const token = /^bearer (.+)/i.exec(authorization)?.[1]?.trim();
  if (!token) throw new CampusError('unauthenticated');
  return token;
};

/** A request, already validated against the contract. */
export interface Call<E extends Endpoint> {
  readonly campus: Campus;
  readonly actor: E['access'] extends 'public' ? null : Actor;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The version in `If-Match`; null without the header, or if the endpoint does not use it. */
  readonly seen: number | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** JSON built by PostgreSQL and passed through as it is. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type FileOf<E extends Endpoint> =
  | (E extends { readonly download: object } ? Readable : never)
  | (E extends { readonly file: object } ? StoredFile : never);

type PartOf<E extends Endpoint> = ReplyOf<E> extends readonly (infer Row)[] ? ListPart<Row> : never;

/** Implements an endpoint; usually the service's function of the same name. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<
  ReplyOf<E> | (undefined extends ReplyOf<E> ? void : never) | PartOf<E> | RawJson | FileOf<E>
>;
