import { Badge } from './badge.tsx';

/** Present is tinted, Absent is solid, Unmarked is dashed. */
export const StatusBadge = ({ present }: { readonly present: boolean | null }) => {
  if (present === null) return <Badge tone="pending">Unmarked</Badge>;
  return present ? <Badge tone="good">Present</Badge> : <Badge tone="refused">Absent</Badge>;
};
