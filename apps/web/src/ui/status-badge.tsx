import { IconCircleCheckFilled, IconCircleDashed, IconX } from '@tabler/icons-react';
import classes from './status-badge.module.css';

/** Present is soft, Absent is solid, Unmarked is dashed; always an icon and the word. */
export const StatusBadge = ({ present }: { readonly present: boolean | null }) => {
  if (present === null) {
    return (
      <span className={classes['badge']} data-status="unmarked">
        <IconCircleDashed size={17} stroke={1.75} aria-hidden />
        Unmarked
      </span>
    );
  }
  return present ? (
    <span className={classes['badge']} data-status="present">
      <IconCircleCheckFilled size={17} aria-hidden />
      Present
    </span>
  ) : (
    <span className={classes['badge']} data-status="absent">
      <IconX size={17} stroke={2.6} aria-hidden />
      Absent
    </span>
  );
};
