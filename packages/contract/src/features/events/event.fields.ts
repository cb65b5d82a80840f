import type { Fields } from '../../fields/fields.ts';
import { roles } from '../../permissions.ts';

export const eventKinds = ['holiday', 'exam', 'event'] as const;
const kindRule = 'Kind must be holiday, exam or event';

/** Without times an event lasts whole days; without an end it ends the day it starts. */
// oxfmt-ignore
export const eventFields = {
  title: { type: 'text', max: 200, label: 'Title', presence: 'always', seenBy: roles },
  kind: { type: 'choice', of: eventKinds, rule: kindRule, label: 'Kind', presence: 'always', seenBy: roles },
  place: { type: 'text', max: 200, label: 'Place', seenBy: roles },
  startsOn: { type: 'day', label: 'Start Date', presence: 'always', seenBy: roles },
  endsOn: { type: 'day', label: 'End Date', presence: 'generated', seenBy: roles },
  startTime: { type: 'time', label: 'Start Time', seenBy: roles },
  endTime: { type: 'time', label: 'End Time', seenBy: roles },
  note: { type: 'text', max: 2000, label: 'Note', seenBy: roles },
} as const satisfies Fields;
