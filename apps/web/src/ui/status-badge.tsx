import { IconCircleCheckFilled, IconCircleDashed, IconX } from '@tabler/icons-react';
import { Badge } from './badge.tsx';

/** Present is soft, Absent is solid, Unmarked is dashed. */
export const StatusBadge = ({ present }: { readonly present: boolean | null }) => {
  if (present === null)
    return (
      <Badge tone="waiting" icon={IconCircleDashed}>
        Unmarked
      </Badge>
    );
  return present ? (
    <Badge tone="good" icon={IconCircleCheckFilled}>
      Present
    </Badge>
  ) : (
    <Badge tone="refused" icon={IconX} stroke={2.6}>
      Absent
    </Badge>
  );
};
