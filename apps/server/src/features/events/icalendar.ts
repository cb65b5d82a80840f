import { addDays, midnightOf } from '@campus/contract';
import type { DatedEntry } from './calendar-entries.ts';

/** Not allowed in a TEXT of RFC 5545: control characters other than tab and line feed. */
// oxlint-disable-next-line no-control-regex -- it looks for control characters
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const plain = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(unspeakable, '').toWellFormed();

/**
 * Entries as iCalendar (RFC 5545). Whole days are DATEs, which have no time zone; all else is in UTC, so that no
 * program needs to know the time zone of the campus. The same entries give the same bytes: DTSTAMP is when an entry
 * was last changed, not when the calendar is read. `namespace` makes identifiers unique to this campus.
 */
export const icalendarOf = async (
  entries: readonly DatedEntry[],
  namespace: string,
): Promise<string> => {
  const { default: ical } = await import('ical-generator');
  const calendar = ical({
    name: 'Campus',
    prodId: { company: 'Campus', product: 'Calendar', language: 'EN' },
    ttl: 60 * 60,
  });
  for (const { entry, changedAt } of entries) {
    const { source, id, version, title, place, note, kind, startsAt, endsAt } = entry;
    const wholeDays = startsAt === null || endsAt === null;
    calendar.createEvent({
      id: `${source}-${id}-${namespace}`,
      sequence: version - 1,
      stamp: changedAt,
      lastModified: changedAt,
      allDay: wholeDays,
      start: wholeDays ? midnightOf(entry.startsOn) : new Date(startsAt),
      // Whole days end on the day after the last one; a deadline is an instant without an end.
      ...(wholeDays && { end: midnightOf(addDays(entry.endsOn, 1)) }),
      ...(!wholeDays && endsAt > startsAt && { end: new Date(endsAt) }),
      summary: plain(title),
      ...(place !== null && { location: plain(place) }),
      ...(note !== null && { description: plain(note) }),
      categories: [{ name: kind.toUpperCase() }],
    });
  }
  return calendar.toString();
};
