import type { Fields } from '../../fields/fields.ts';
import { roles } from '../../permissions.ts';

// oxfmt-ignore
export const examFields = {
  title: { type: 'text', max: 120, label: 'Title', presence: 'always', seenBy: roles },
  heldOn: { type: 'day', label: 'Date', presence: 'always', seenBy: roles },
  maxMarks: { type: 'whole', min: 1, max: 1000, label: 'Maximum Marks', presence: 'always', default: 100, seenBy: roles },
} as const satisfies Fields;
