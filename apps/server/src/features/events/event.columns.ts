import { eventAudienceFields, eventFields } from '@campus/contract';
import { columnsOf, type StorageOf } from '../../db/stored-fields.ts';

/** Days or instants are stored for days and times by the clocks of the campus. */
const {
  startsOn: _startsOn,
  endsOn: _endsOn,
  startTime: _startTime,
  endTime: _endTime,
  ...content
} = eventFields;

export type ContentFields = typeof content;

export const contentColumns = columnsOf(content, {
  title: 'events.title',
  kind: 'events.kind',
  place: 'events.place',
  note: 'events.note',
} satisfies StorageOf<ContentFields, 'events'>);

export const audienceColumns = columnsOf(eventAudienceFields, {
  group: 'events.audience',
  course: 'events.audience_course',
  branch: 'events.audience_branch',
  semester: 'events.audience_semester',
  year: 'events.audience_year',
} satisfies StorageOf<typeof eventAudienceFields, 'events'>);
