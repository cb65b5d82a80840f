import { type CampusMinute, isCampusMinute, type IsoDate } from '../values/dates.ts';
import { isoDate } from '../values/replies.ts';

/** A day that a test writes down. */
export const asDay = (text: string): IsoDate => isoDate().parse(text);

/** A minute that a test writes down. */
export const asMinute = (text: string): CampusMinute => {
  if (!isCampusMinute(text)) throw new Error(`${text} is no minute.`);
  return text;
};
