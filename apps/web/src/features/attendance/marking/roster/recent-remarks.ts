import { remarksKey } from '../../../../lib/unsent.ts';

/** Offered beside every empty remark; a teacher may write anything. */
export const presetRemarks: readonly string[] = ['Late', 'Absent with apology', 'Medical'];

/** More than these would hide the usual ones; longer ones are about one student and not reusable. */
const maxRemarks = 4;
const maxLength = 40;

const parse = (kept: string | null): readonly string[] => {
  if (kept === null) return [];
  try {
    const own: unknown = JSON.parse(kept);
    return Array.isArray(own)
      ? own.filter((one) => typeof one === 'string').slice(0, maxRemarks)
      : [];
  } catch {
    // Not written by Campus, or truncated: ignored.
    return [];
  }
};

const write = (person: string, own: readonly string[]): void => {
  try {
    localStorage.setItem(remarksKey(person), JSON.stringify(own));
  } catch {
    // Storage is full: only the usual remarks are offered.
  }
};

/** The person's recent remarks on this device since they signed in, latest first. */
export const readOwnRemarks = (person: string): readonly string[] =>
  parse(localStorage.getItem(remarksKey(person)));

/** Remembers a remark, to offer it for the next student and in later classes. */
export const rememberRemark = (person: string, written: string): void => {
  const remark = written.trim();
  const own = readOwnRemarks(person);
  if (remark === '' || remark.length > maxLength || presetRemarks.includes(remark)) return;
  if (own[0] === remark) return;
  write(person, [remark, ...own.filter((one) => one !== remark)].slice(0, maxRemarks));
};

export const forgetRemark = (person: string, remark: string): void =>
  write(
    person,
    readOwnRemarks(person).filter((one) => one !== remark),
  );
