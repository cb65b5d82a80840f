import type { Fields } from '../../fields/fields.ts';
import { roles } from '../../permissions.ts';

/** The order of the two days is checked on the whole term. */
export const termFields = {
  name: { type: 'text', max: 100, label: 'Name', presence: 'always', seenBy: roles },
  startsOn: { type: 'day', label: 'First day', presence: 'always', seenBy: roles },
  endsOn: { type: 'day', label: 'Last day', presence: 'always', seenBy: roles },
} as const satisfies Fields;
