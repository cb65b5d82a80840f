import type { IsoDate } from '@campus/contract';
import type { Db } from '../../db/db.ts';
import { type Listed, readClass, type RosterState } from './roster.queries.ts';

/** The most entries to keep, about 30 MB; the least recently used are dropped. */
const MOST_ENTRIES = 200_000;

interface Kept extends RosterState {
  readonly entries: readonly (Pick<Listed, 'id' | 'from' | 'to' | 'seat' | 'section'> & {
    /** The student's part of an entry: JSON without the closing brace, to which the mark is appended. */
    readonly json: string;
  })[];
}

/**
 * Reads who was enrolled in a subject on a day, by roll number, with that day's marks. This is the most frequent read
 * of the product: the students of a subject are cached, and read again when their version in the database has changed.
 */
export const createRosters = (db: Db) => {
  const kept = new Map<string, Kept>();
  let size = 0;

  const keep = (subjectId: string, roster: Kept): void => {
    forget(subjectId);
    kept.set(subjectId, roster);
    size += roster.entries.length;
    for (const [oldest] of kept) {
      if (size <= MOST_ENTRIES) break;
      forget(oldest);
    }
  };
  const forget = (subjectId: string): void => {
    size -= kept.get(subjectId)?.entries.length ?? 0;
    kept.delete(subjectId);
  };

  return async (subjectId: string, date: IsoDate) => {
    const known = kept.get(subjectId);
    const read = await readClass(db, subjectId, date, known);
    if (!read) return undefined;
    const roster = read.listed === null ? known : keptOf(read.rosterVersion, read.listed);
    if (!roster) throw new Error('The database knows a roster that was never read.');
    keep(subjectId, roster);
    return {
      teacherId: read.teacherId,
      planned: read.planned,
      version: read.version,
      /** The entries of one section or of all, as the JSON of a reply. */
      entriesOf: (section: string | null) => entriesOn(date, section, roster, read),
    };
  };
};

const keptOf = (version: number, json: string): Kept => {
  const listed = JSON.parse(json) as readonly Listed[];
  return {
    version,
    lastSeat: listed.reduce((last, { seat }) => Math.max(last, seat ?? 0), 0),
    entries: listed.map(({ from, to, seat, section, ...student }) => ({
      json: `${JSON.stringify(student).slice(0, -1)},`,
      id: student.id,
      from,
      to,
      seat,
      section,
    })),
  };
};

type Marks = NonNullable<Awaited<ReturnType<typeof readClass>>>;
type BySeat = Readonly<Record<number, string>>;

const entriesOn = (
  date: IsoDate,
  asked: string | null,
  { entries }: Kept,
  marks: Marks,
): string => {
  const present = JSON.parse(marks.present ?? '[]') as readonly (boolean | null)[];
  const remarks = JSON.parse(marks.remarks ?? '{}') as BySeat;
  const correctedBy = JSON.parse(marks.correctedBy ?? '{}') as BySeat;
  const counted = JSON.parse(marks.counted ?? '{}') as Readonly<Record<string, string>>;
  const onThatDay = entries
    .filter(({ from, to }) => from <= date && (to === null || to >= date))
    .filter(({ section }) => asked === null || section === asked)
    .map(({ json, id, seat }) => {
      const at = seat ?? 0;
      const mark = present[at - 1] ?? null;
      const until = mark === null ? counted[id] : undefined;
      const end = until === undefined ? '}' : `,"countedUntil":"${until}"}`;
      const [remark, corrector] = [remarks[at] ?? null, correctedBy[at] ?? null];
      return `${json}"present":${mark},"remarks":${JSON.stringify(remark)},"correctedBy":${JSON.stringify(corrector)}${end}`;
    });
  return `[${onThatDay.join(',')}]`;
};
