import type { RecordOf } from '../../fields/fields.ts';
import { capitalise } from '../../values/words.ts';
import type { audienceFields } from './subject.fields.ts';

export type AudienceParts = RecordOf<typeof audienceFields>;

/** Describes an audience: "Everyone", "B.Tech, semester 3" or "Semester 3". */
export const audienceInWords = ({ course, branch, semester, year }: AudienceParts): string => {
  const numbers = [semester && `semester ${semester}`, year && `year ${year}`].filter(
    (part) => typeof part === 'string',
  );
  const [first, ...others] = [course, branch, ...numbers].filter((part) => part !== null);
  if (first === undefined) return 'Everyone';
  const begun = first === numbers[0] ? capitalise(first) : first;
  return [begun, ...others].join(', ');
};
