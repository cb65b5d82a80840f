import { fileOfList, type ListReport, type studentImport } from '@campus/contract';
import type { Call } from './call.ts';
import { CampusError } from '../campus-error.ts';
import { type FileRules, withFile } from './receive-file.ts';
import {
  type Import,
  importList,
  importTemplate,
  listImportDifferences,
  listImportProblems,
  previewImport,
} from '../csv/import.service.ts';
import type { ListImport, ListReading } from '../csv/list-import.ts';
import { spooled } from '../spool.ts';

const fileRules: FileRules = {
  onlyCsv: true,
  tooLarge: 'The file is larger than 32 MB. Split it and upload the parts one after another.',
};

type FileCall = Pick<
  Call<typeof studentImport.problems>,
  'campus' | 'actor' | 'request' | 'reply' | 'query'
> & { readonly query: Pick<Import, 'confirm' | 'invite'> };

/** Parses `3.rollNo,7.course` into fields by column position. */
const placesOf = (columns: string | undefined) =>
  new Map(
    columns?.split(',').map((one) => {
      const [place, field = ''] = one.split('.');
      return [Number(place), field] as const;
    }),
  );

/** Parses accepted spelling hints such as `course.B%20Tech`. */
const spellingsOf = (given: string | undefined) =>
  new Set(given?.split(',').map((one) => decoded(one)));

/** Text that is wrongly encoded stays as it is and matches no hint. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Receives the file and removes it when the work is done. */
const withList = async <T>(
  { actor, request, reply, query }: FileCall,
  { existing: byDefault, unzip }: Pick<ListReading<object>, 'existing' | 'unzip'>,
  work: (file: Import) => Promise<T>,
): Promise<T> => {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const rules: FileRules = unzip ? { ...fileRules, onlyCsv: 'orZip' } : fileRules;
  return withFile(request, fileOfList.upload, rules, async ({ name, content: sent }) => {
    const zipped = unzip && /\.zip$/i.test(name);
    const content = zipped ? await spooled(unzip(sent)) : sent;
    try {
      const existing = query.existing ?? byDefault;
      const { days, confirm, invite } = query;
      const columns = placesOf(query.columns);
      const spellings = spellingsOf(query.spellings);
      const reading = { existing, days, columns, confirm, invite, spellings };
      return await work({ content, ...reading, actorId: actor.id, signal: gone.signal });
    } catch (error) {
      // For the log, so that it is not a server error: nobody reads the reply.
      if (gone.signal.aborted) throw new CampusError('malformed', 'The upload was cancelled.');
      throw error;
    } finally {
      if (zipped) await content.close();
    }
  });
};

/** Endpoints of a list: preview, problems, differences and template. `Report` includes the fields that the list shows. */
export const readingOf = <Report extends ListReport, Values extends object>(
  list: ListReading<Values>,
) => ({
  store: (call: FileCall) =>
    withList(call, list, (file) => previewImport(call.campus, list, file) as Promise<Report>),
  problems: (call: FileCall) =>
    withList(call, list, async (file) =>
      (await listImportProblems(call.campus, list, file)).stream(),
    ),
  differences: (call: FileCall & Pick<Call<typeof studentImport.differences>, 'query'>) =>
    withList(call, list, async (file) =>
      (await listImportDifferences(call.campus, list, file, call.query)).stream(),
    ),
  template: () => Promise.resolve(importTemplate(list)),
});

/** The same with a `store` that also stores the rows. */
export const importOf = <Report extends ListReport, Values extends object>(
  list: ListImport<Values>,
) => {
  const reading = readingOf<Report, Values>(list);
  return {
    ...reading,
    store: (call: FileCall & { query: { dryRun: boolean } }): Promise<number | Report> =>
      call.query.dryRun
        ? reading.store(call)
        : withList(call, list, (file) => importList(call.campus, list, file)),
  };
};
