/** An instant of the wire by the clock of the campus: `20 Nov 2026, 09:42`. */
export const formatInstant = (at: string | number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(at),
  );
