import type { Role } from '../../permissions.ts';
import { audienceInWords, type AudienceParts } from '../subjects/audience.rules.ts';

export const eventGroups = ['everyone', 'teachers', 'students'] as const;
export type EventGroup = (typeof eventGroups)[number];

/** Whom an event is for; the parts narrow the students, blank ones mean all of them. */
export interface EventAudience extends AudienceParts {
  readonly group: EventGroup;
}

/** A person as far as it decides about events; the parts are a student's. */
export interface EventReader extends AudienceParts {
  readonly role: Role;
}

const same = (wanted: string | null, has: string | null): boolean =>
  wanted === null || wanted.toLowerCase() === has?.toLowerCase();

/** Administrators read all events; a part of the audience matches as it does for subjects. */
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

/** In words, for a person: "Everyone", "Teachers", "Students" or "Students: B.Tech, semester 3". */
export const eventAudienceInWords = ({ group, ...parts }: EventAudience): string => {
  if (group === 'everyone') return 'Everyone';
  if (group === 'teachers') return 'Teachers';
  const narrowed = Object.values(parts).some((part) => part !== null);
  return narrowed ? `Students: ${audienceInWords(parts)}` : 'Students';
};
