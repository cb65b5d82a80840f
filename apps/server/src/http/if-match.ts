import { CampusError } from './campus-error.ts';

/**
 * The version an `If-Match` names, null without the header: either an ETag of ours, which begins
 * with the version, or the quoted version alone.
 */
export const versionOf = (ifMatch: string | undefined): number | null => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const match = /^(?:W\/)?"(\d{1,9})(?:\.[\w-]*)?"$/.exec(ifMatch.trim());
  if (!match)
    throw new CampusError('malformed', 'If-Match must be an ETag that came with the record.');
  return Number(match[1]);
};
