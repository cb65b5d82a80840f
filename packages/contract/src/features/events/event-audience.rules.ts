import type { Fields, RecordOf } from '../../fields/fields.ts';
import { type Role, roles } from '../../permissions.ts';
import { audienceInWords, type AudienceParts } from '../subjects/audience.rules.ts';
import { audienceFields } from '../subjects/subject.fields.ts';

export const eventGroups = ['everyone', 'teachers', 'students'] as const;
const groupRule = 'Audience must be everyone, teachers or students';

/** Who an event is for. The parts narrow the students; blank means all. */
// oxfmt-ignore
export const eventAudienceFields = {
  group: { type: 'choice', of: eventGroups, rule: groupRule, label: 'Audience', presence: 'always', seenBy: roles },
  ...audienceFields,
} as const satisfies Fields;
export type EventAudience = RecordOf<typeof eventAudienceFields>;

/** What decides which events a person sees; the parts are those of a student. */
export interface EventReader extends AudienceParts {
  readonly role: Role;
}

const same = (wanted: string | null, has: string | null): boolean =>
  wanted === null || wanted.toLowerCase() === has?.toLowerCase();

/**
 * Returns whether a person sees an event. Administrators see all; the parts of the audience match as for
 * subjects.
 */
export const isEventFor = (audience: EventAudience, reader: EventReader): boolean => {
  if (reader.role === 'admin' || audience.group === 'everyone') return true;
  if (audience.group === 'teachers') return reader.role === 'teacher';
  return (
    reader.role === 'student' &&
    same(audience.course, reader.course) &&
    same(audience.branch, reader.branch) &&
    (audience.semester === null || audience.semester === reader.semester) &&
    (audience.year === null || audience.year === reader.year)
  );
};

/** Describes an audience: "Everyone", "Teachers", "Students" or "Students: B.Tech, semester 3". */
export const eventAudienceInWords = ({ group, ...parts }: EventAudience): string => {
  if (group === 'everyone') return 'Everyone';
  if (group === 'teachers') return 'Teachers';
  const narrowed = Object.values(parts).some((part) => part !== null);
  return narrowed ? `Students: ${audienceInWords(parts)}` : 'Students';
};
