const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);
const day = format({ dateStyle: 'medium' });

/** The day of an instant of the wire by this computer's clock: `20 Nov 2026`. */
export const dayOfInstant = (at: string): string => day.format(new Date(at));

const moment = format({ dateStyle: 'medium', timeStyle: 'short' });

/** An instant of the wire by this computer's clock: `20 Nov 2026, 14:05`. */
export const timeOfInstant = (at: string): string => moment.format(new Date(at));

/** An instant of the wire by the clock of the campus: `20 Nov 2026, 09:42`. */
export const timeOnCampus = (at: string, timeZone: string | undefined): string =>
  format({ dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at));

/** The same with `today`, `yesterday` or `tomorrow` for the days around another instant. */
export const whenOnCampus = (at: string, timeZone: string | undefined, now: string): string => {
  const dayOf = (time: number) => format({ dateStyle: 'short', timeZone }).format(time);
  const near = ['yesterday', 'today', 'tomorrow'].find(
    (_, days) => dayOf(Date.parse(at)) === dayOf(Date.parse(now) + (days - 1) * 86_400_000),
  );
  const [onDay = '', time = ''] = timeOnCampus(at, timeZone).split(', ');
  return `${near ?? onDay}, ${time}`;
};
