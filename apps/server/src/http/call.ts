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

/** A subject of another teacher in which somebody helps today. */
export interface Helped {
  readonly subjectId: string;
  /** Attendance. */
  readonly mark: boolean;
  /** Exams and assignments. */
  readonly grade: boolean;
  /** Whose students; null: those of the whole subject. */
  readonly sectionId: string | null;
  readonly fromOn: IsoDate;
}

/** The person a verified token belongs to, as our database knows them at this request. */
export interface Actor extends Caller {
  readonly helpsIn: readonly Helped[];
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** When they last proved who they are, in milliseconds since 1970. */
  readonly authenticatedAt: number;
}

/** From an `Authorization` header to the person, or a 401. */
export type Authenticate = (authorization: string | undefined) => Promise<Actor>;

/** The token of a bearer header; 401 without one. What is no token is refused by its signature. */
export const bearerToken = (authorization = ''): string => {
  const token = /^bearer (.+)/i.exec(authorization)?.[1]?.trim();
  if (!token) throw new CampusError('unauthenticated');
  return token;
};

/** What a handler gets: everything already checked against the contract. */
export interface Call<E extends Endpoint> {
  readonly campus: Campus;
  readonly actor: E['access'] extends 'public' ? null : Actor;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The version that `If-Match` names; null without the header, and where an endpoint has none. */
  readonly seen: number | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** JSON that PostgreSQL has built already and that is passed through as it is. */
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

/** What an endpoint does: the one of a service that has its name, as a rule. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<
  ReplyOf<E> | (undefined extends ReplyOf<E> ? void : never) | PartOf<E> | RawJson | FileOf<E>
>;
