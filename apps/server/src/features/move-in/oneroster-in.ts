import { csvLine } from '@campus/contract';
import { unzipSync } from 'fflate';
import { CampusError } from '../../campus-error.ts';
import { recordsOfCsv } from '../../csv/list-file.ts';
import type { Spool } from '../../spool.ts';

const refused = (sentence: string): CampusError => new CampusError('unsupported_media', sentence);

const mib = 2 ** 20;
/** For the files read from one ZIP, all together: they are unpacked in memory. */
const maxBytes = 64 * mib;

type Row = Readonly<Record<string, string>>;
/** Null for a blank line, which preserves the numbers of the rows after it. */
type Line = readonly (string | undefined)[] | null;

/** Some programs on Windows separate folders by a backslash. */
const withoutFolder = (path: string): string => path.replace(/^.*[/\\]/, '');

/** The named files of a ZIP, in whatever folder. */
const unpacked = async (zip: Spool, names: readonly string[]) => {
  let bytes = 0;
  const files = new Map<string, Buffer>();
  try {
    const archive = unzipSync(await zip.bytes(), {
      filter: ({ name, originalSize }) => {
        const asked = names.includes(withoutFolder(name));
        if (asked) bytes += originalSize;
        return asked && bytes <= maxBytes;
      },
    });
    for (const [name, content] of Object.entries(archive))
      files.set(withoutFolder(name), Buffer.from(content));
  } catch {
    throw refused('This ZIP cannot be read: it is damaged, or was not sent whole.');
  }
  if (bytes > maxBytes)
    throw new CampusError(
      'too_large',
      'The lists in this ZIP are larger than 64 MB. Upload its CSV files one after another.',
    );
  return files;
};

/** Rows keyed by column name, in the order of the file; a blank line gives blank values. */
const rowsOf = async function* (name: string, file: Buffer): AsyncGenerator<Row> {
  let names: readonly string[] | undefined;
  for await (const batch of recordsOfCsv(name, file)) {
    for (const cells of batch) {
      if (names === undefined) names = cells.map((column) => column.trim().toLowerCase());
      else yield Object.fromEntries(names.map((column, at) => [column, (cells[at] ?? '').trim()]));
    }
  }
};

const bulk = 'Export it again in bulk, as OneRoster 1.2 CSV.';

/** Reads a OneRoster ZIP. Its manifest must say that each needed file is complete (“bulk”). */
const openRoster = async (zip: Spool, needed: readonly string[]) => {
  const files = await unpacked(zip, ['manifest.csv', ...needed.map((name) => `${name}.csv`)]);
  const manifest = files.get('manifest.csv');
  if (!manifest) throw refused(`This is no ZIP of OneRoster: it has no manifest.csv. ${bulk}`);
  const properties = new Map<string, string>();
  for await (const row of rowsOf('manifest.csv', manifest))
    properties.set(row['propertyname'] ?? '', row['value']?.toLowerCase() ?? '');
  if (!properties.get('oneroster.version')?.startsWith('1.'))
    throw refused(`The manifest of this ZIP names no version 1 of OneRoster. ${bulk}`);
  const wrong = needed.find(
    (name) => properties.get(`file.${name}`) !== 'bulk' || !files.has(`${name}.csv`),
  );
  if (wrong !== undefined)
    throw refused(
      properties.get(`file.${wrong}`) === 'delta'
        ? `The ${wrong}.csv of this ZIP has changes only. ${bulk}`
        : `This ZIP has no ${wrong}.csv. ${bulk}`,
    );
  return (name: string): AsyncGenerator<Row> =>
    rowsOf(`${name}.csv`, files.get(`${name}.csv`) as Buffer);
};

type Roster = Awaited<ReturnType<typeof openRoster>>;

/** The value made of each row, keyed by `sourcedId`. */
const byId = async <T>(rows: AsyncIterable<Row>, made: (row: Row) => T) => {
  const found = new Map<string, T>();
  for await (const row of rows) found.set(row['sourcedid'] ?? '', made(row));
  return found;
};

const emailOf = ({ email, username }: Row): string =>
  email || (username?.includes('@') ? username : '') || '';
/** A class that lasts several terms belongs to the first one. */
const termOf = ({ termsourcedids }: Row): string => termsourcedids?.split(',')[0]?.trim() ?? '';

interface Part {
  readonly files: readonly string[];
  readonly head: readonly string[];
  readonly lines: (roster: Roster) => AsyncIterable<Line>;
}

const terms: Part = {
  files: ['academicSessions'],
  head: ['Source ID', 'Name', 'First day', 'Last day', 'State', 'Operation'],
  lines: async function* (roster) {
    for await (const row of roster('academicSessions'))
      yield /^(term|semester)$/i.test(row['type'] ?? '')
        ? [
            row['sourcedid'],
            row['title'],
            row['startdate'],
            row['enddate'],
            row['metadata.state'],
            row['status'],
          ]
        : null;
  },
};

/** The teacher of each class: the primary one or else the first, of those who are not to be deleted. */
const teachersOf = async (roster: Roster) => {
  const teachers = new Map<string, string>();
  for await (const row of roster('enrollments')) {
    const { classsourcedid = '', usersourcedid = '', primary } = row;
    if (
      isTeacher(row) &&
      stays(row) &&
      (primary?.toLowerCase() === 'true' || !teachers.has(classsourcedid))
    )
      teachers.set(classsourcedid, usersourcedid);
  }
  return teachers;
};
const isTeacher = ({ role }: Row): boolean => role?.toLowerCase() === 'teacher';
const stays = ({ status }: Row): boolean => status?.toLowerCase() !== 'tobedeleted';

const subjects: Part = {
  files: ['classes', 'users', 'enrollments'],
  head: [
    'Source ID',
    'Subject Name',
    'Subject Code',
    'Term',
    'Teacher Email',
    'Credits',
    'Audience Course',
    'Audience Branch',
    'Audience Semester',
    'Audience Year',
    'Everyone',
    'Operation',
  ],
  lines: async function* (roster) {
    const emails = await byId(roster('users'), emailOf);
    const teachers = await teachersOf(roster);
    for await (const row of roster('classes')) {
      const { sourcedid = '', title, classcode, status } = row;
      const email = emails.get(teachers.get(sourcedid) ?? '');
      yield sourcedid === ''
        ? null
        : [
            sourcedid,
            title,
            classcode || sourcedid,
            termOf(row),
            email,
            row['metadata.credits'],
            row['metadata.course'],
            row['metadata.branch'],
            row['metadata.semester'],
            row['metadata.year'],
            row['metadata.everyone'],
            status,
          ];
    }
  },
};

/** Further teachers of a class. Exports of Campus say as what they help in columns of their own (`metadata`). */
const helpers: Part = {
  files: ['enrollments', 'users', 'classes'],
  head: [
    'Source ID',
    'Teacher Email',
    'Subject',
    'Term',
    'From',
    'To',
    'Outside Term',
    'Section',
    'Kind',
    'Deactivated',
    'May Mark',
    'May Grade',
    'Operation',
  ],
  lines: async function* (roster) {
    const emails = await byId(roster('users'), emailOf);
    const termOfClass = await byId(roster('classes'), termOf);
    const teachers = await teachersOf(roster);
    for await (const row of roster('enrollments')) {
      const { usersourcedid = '', classsourcedid = '' } = row;
      yield isTeacher(row) && teachers.get(classsourcedid) !== usersourcedid
        ? [
            row['sourcedid'],
            emails.get(usersourcedid),
            classsourcedid,
            termOfClass.get(classsourcedid),
            row['begindate'],
            row['enddate'],
            row['metadata.outsideterm'],
            row['metadata.section'],
            row['metadata.kind'],
            row['metadata.deactivated'],
            row['metadata.maymark'],
            row['metadata.maygrade'],
            row['status'],
          ]
        : null;
    }
  },
};

const enrolments: Part = {
  files: ['enrollments', 'users', 'classes'],
  head: [
    'Source ID',
    'Student Email',
    'University ID',
    'Subject',
    'Term',
    'From',
    'To',
    'Outside Term',
    'Section',
    'Operation',
  ],
  lines: async function* (roster) {
    const users = await byId(roster('users'), (row) => ({
      email: emailOf(row),
      number: row['identifier'] || row['sourcedid'],
    }));
    const termOfClass = await byId(roster('classes'), termOf);
    for await (const row of roster('enrollments')) {
      const { sourcedid, usersourcedid = '', classsourcedid = '' } = row;
      const user = users.get(usersourcedid);
      const who = user?.email ? [user.email, ''] : ['', user?.number ?? usersourcedid];
      yield row['role']?.toLowerCase() === 'student'
        ? [
            sourcedid,
            ...who,
            classsourcedid,
            termOfClass.get(classsourcedid),
            row['begindate'],
            row['enddate'],
            row['metadata.outsideterm'],
            row['metadata.section'],
            row['status'],
          ]
        : null;
    }
  },
};

/** The kinds that a OneRoster ZIP contains. Rows keep the numbers they have in its files. */
export const rosterParts = { terms, subjects, enrolments, helpers } as const;

/** The CSV of a part, piece by piece. Refuses anything but a bulk ZIP of OneRoster. */
export const csvOfRoster = async function* (
  zip: Spool,
  { files, head, lines }: Part,
): AsyncGenerator<string> {
  const roster = await openRoster(zip, files);
  yield csvLine([...head]);
  for await (const line of lines(roster))
    yield csvLine(line ? line.map((cell) => cell ?? '') : head.map(() => ''));
};
