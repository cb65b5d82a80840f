import type { IsoDate } from '@campus/contract';
import type { Db } from '../../db/db.ts';
import { type ListedRoster, readClass } from './roster.queries.ts';

/** So many entries are kept, the least lately used are forgotten: about 30 MB. */
const MOST_ENTRIES = 200_000;

/** A class on a day. The entries are JSON: the text that its readers get. */
export interface Roster {
  readonly teacherId: string;
  /** 0 while nobody has marked the class. */
  readonly version: number;
  readonly entries: string;
}

/**
 * Reads who was enrolled in a subject on a day, by roll number, with that day's marks. This is the
 * hottest read of the product: who is on the rosters of a subject is kept between requests, and read
 * again when their version in the database says so.
 */
export const createRosters = (db: Db) => {
  const kept = new Map<string, ListedRoster>();
  let entries = 0;

  const keep = (subjectId: string, roster: ListedRoster): void => {
    forget(subjectId);
    kept.set(subjectId, roster);
    entries += roster.listed.length;
    for (const [oldest] of kept) {
      if (entries <= MOST_ENTRIES) break;
      forget(oldest);
    }
  };
  const forget = (subjectId: string): void => {
    entries -= kept.get(subjectId)?.listed.length ?? 0;
    kept.delete(subjectId);
  };

  return async (subjectId: string, date: IsoDate): Promise<Roster | undefined> => {
    const known = kept.get(subjectId);
    const read = await readClass(db, subjectId, date, known);
    if (!read) return undefined;
    const roster = read.listed === null ? known : listedRoster(read.rosterVersion, read.listed);
    if (!roster) throw new Error('The database knows a roster that was never read.');
    keep(subjectId, roster);
    return {
      teacherId: read.teacherId,
      version: read.version,
      entries: entriesOn(date, roster, read),
    };
  };
};

const listedRoster = (version: number, json: string): ListedRoster => {
  const listed = JSON.parse(json) as ListedRoster['listed'];
  const lastSeat = listed.reduce((last, [, , , seat]) => Math.max(last, seat ?? 0), 0);
  return { version, listed, lastSeat };
};

interface Marks {
  readonly present: string | null;
  readonly remarks: string | null;
  readonly correctedBy: string | null;
}

type BySeat = Readonly<Record<number, string>>;

const entriesOn = (date: IsoDate, { listed }: ListedRoster, marks: Marks): string => {
  const present = JSON.parse(marks.present ?? '[]') as readonly (boolean | null)[];
  const remarks = JSON.parse(marks.remarks ?? '{}') as BySeat;
  const correctedBy = JSON.parse(marks.correctedBy ?? '{}') as BySeat;
  const entries = listed
    .filter(([, from, to]) => from <= date && (to === null || to >= date))
    .map(([entry, , , seat]) => {
      const at = seat ?? 0;
      const [remark, corrector] = [remarks[at] ?? null, correctedBy[at] ?? null];
      return `${entry}"present":${present[at - 1] ?? null},"remarks":${JSON.stringify(remark)},"correctedBy":${JSON.stringify(corrector)}}`;
    });
  return `[${entries.join(',')}]`;
};
