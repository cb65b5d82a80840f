/** What a form and a history call the fields of an event. */
export const eventLabels: Readonly<Record<string, string>> = {
  title: 'Title',
  kind: 'Kind',
  startsOn: 'Start Date',
  endsOn: 'End Date',
  startTime: 'Start Time',
  endTime: 'End Time',
  place: 'Place',
  note: 'Note',
  audience: 'Audience',
};
