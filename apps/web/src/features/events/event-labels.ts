import { eventAudienceFields, eventFields } from '@campus/contract';
import { labelsOf } from '../../lib/field-values.ts';

/** What a form and a history call the fields of an event. */
export const eventLabels: Readonly<Record<string, string>> = {
  ...labelsOf(eventFields),
  audience: eventAudienceFields.group.label,
};
