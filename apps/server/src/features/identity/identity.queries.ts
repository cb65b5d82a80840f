import { duties, type IsoDate, roles } from '@campus/contract';
import { z } from 'zod';
import { boolean, day, type Db, integer, text, textOrNull, timestamp } from '../../db/db.ts';
import { tokensRefused } from '../../db/sql.ts';
import type { Claims } from './verify-token.ts';

const personRow = z.object({
  id: text,
  role: z.enum(roles),
  duty: z.enum(duties).nullable(),
  helpsIn: z.array(
    z.object({
      subjectId: text,
      mark: boolean,
      grade: boolean,
      sectionId: textOrNull,
      fromOn: day,
    }),
  ),
  email: text,
  name: text,
  active: boolean,
  validFrom: timestamp,
  /** Whether the person had signed in before this request. */
  cameIn: boolean,
  /** Whether the session of the token has been ended. */
  sessionEnded: boolean,
});

/** `today` is a parameter. */
const columnsOn = (
  today: string,
): string => `id::text, role, duty, email, name, active, valid_from as "validFrom",
  came_in_at is not null as "cameIn",
  (select coalesce(json_agg(json_build_object('subjectId', subject_id::text, 'mark', may_mark,
     'grade', may_grade, 'sectionId', section_id::text, 'fromOn', from_on)
     order by (select name from sections where id = section_id), section_id), '[]')
   from subject_teachers where person_id = people.id
     and from_on <= ${today}::date and coalesce(to_on >= ${today}::date, true)) as "helpsIn"`;

const endedAs = (session: string): string =>
  `exists (select from ended_sessions where session_id = ${session}) as "sessionEnded"`;

type Bound = Pick<Claims, 'issuer' | 'subject' | 'session'>;

export const recordFirstSignIn = (db: Db, personId: string) =>
  db.query('update people set came_in_at = now() where id = $1 and came_in_at is null', [personId]);

/** The person bound to an issuer and subject. Runs for every request, hence a named prepared statement. */
export const personOfToken = (db: Db, { issuer, subject, session }: Bound, today: IsoDate) =>
  db.row(personRow, {
    name: 'person-of-token',
    text: `select ${columnsOn('$4')}, ${endedAs('$3')} from people
      where identity_issuer = $1 and identity_subject = $2`,
    values: [issuer, subject, session, today],
  });

/** As `personOfToken`, for several tokens, in their order; undefined where there is nobody. */
export const peopleOfTokens = async (db: Db, bound: readonly Bound[], today: IsoDate) => {
  const [first] = bound;
  if (first && bound.length === 1) return [await personOfToken(db, first, today)];
  const rows = await db.rows(
    { ...personRow.shape, place: integer },
    {
      name: 'people-of-tokens',
      text: `
      select asked.place::int, ${columnsOn('$4')}, ${endedAs('asked.session')}
      from unnest($1::text[], $2::text[], $3::text[])
        with ordinality as asked (issuer, subject, session, place)
      join people
        on people.identity_issuer = asked.issuer and people.identity_subject = asked.subject`,
      values: [
        bound.map(({ issuer }) => issuer),
        bound.map(({ subject }) => subject),
        bound.map(({ session }) => session),
        today,
      ],
    },
  );
  const found = new Map(rows.map(({ place, ...person }) => [place, person]));
  return bound.map((_, index) => found.get(index + 1));
};

/**
 * Binds the person who has the token's e-mail and is not bound yet; undefined when there is none. Refuses a token of
 * an account that was erased, since somebody else may have its e-mail by now.
 */
export const bindPerson = (db: Db, claims: Claims, today: IsoDate) =>
  db.row(
    personRow,
    `update people set identity_issuer = $1, identity_subject = $2, came_in_at = now(), updated_at = now()
     where email = $3 and identity_subject is null and not exists (
       select from ended_sessions where session_id = $1 || ' ' || $2 and ended_at > now() - interval '1 hour')
     returning ${columnsOn('$5')}, ${endedAs('$4')}`,
    [claims.issuer, claims.subject, claims.email, claims.session, today],
  );

/** Refuses the tokens issued to a person so far. */
export const refuseTokens = (db: Db, personId: string) =>
  db.query(`update people set ${tokensRefused} where id = $1`, [personId]);

/**
 * Refuses ID tokens of these sessions, and deletes rows older than an hour, which have outlived every token they could
 * be about.
 */
export const refuseTokensOfSessions = (db: Db, sessions: readonly string[]) =>
  db.query(
    `with swept as (delete from ended_sessions where ended_at < now() - interval '1 hour')
     insert into ended_sessions (session_id) select unnest($1::text[]) on conflict do nothing`,
    [sessions],
  );
