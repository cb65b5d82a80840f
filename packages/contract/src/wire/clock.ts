/** What calendar and clock on a wall of the campus show: a day, and hours and minutes as `HH:MM`. */
export interface WallTime {
  /** As `YYYY-MM-DD`. */
  readonly day: string;
  readonly time: string;
}

/** `HH:MM` */
export const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Making one takes forty times as long as using it, and requests ask for the day several times. */
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    });
    clocks.set(timeZone, clock);
  }
  return clock;
};

/** What the clocks of an IANA time zone show at an instant; daylight saving needs no care here. */
export const wallTimeIn = (timeZone: string, instant: Date): WallTime => {
  const [day = '', time = ''] = clockOf(timeZone).format(instant).split(' ');
  return { day, time };
};
