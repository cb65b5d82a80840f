import { eventAudienceFields, eventFields } from '@campus/contract';
import { labelsOf } from '../../lib/field-values.ts';

/** Labels of an event's fields, in its form and history. */
export const eventLabels: Readonly<Record<string, string>> = {
  ...labelsOf(eventFields),
  audience: eventAudienceFields.group.label,
};
