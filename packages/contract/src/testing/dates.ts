import { type CampusMinute, isCampusMinute, type IsoDate } from '../values/dates.ts';
import { isoDate } from '../values/replies.ts';

/** Turns a literal into a day. */
export const asDay = (text: string): IsoDate => isoDate().parse(text);

/** Turns a literal into a minute. */
export const asMinute = (text: string): CampusMinute => {
  if (!isCampusMinute(text)) throw new Error(`${text} is no minute.`);
  return text;
};
