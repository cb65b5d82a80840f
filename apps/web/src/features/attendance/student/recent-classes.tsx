import type { AttendanceRecord } from '@campus/contract';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Card } from '../../../ui/card.tsx';
import { missedSentence } from './sentences.ts';
import classes from './recent-classes.module.css';

/** Squares in the strip. */
const most = 24;

/** The latest classes of all subjects as a strip, the latest at its end. */
export const RecentClasses = ({ records }: { readonly records: readonly AttendanceRecord[] }) => {
  const recent = records.slice(0, most);
  if (recent.length === 0) return null;
  const title = recent.length === 1 ? 'Last class' : `Last ${recent.length} classes`;
  const missed = recent.filter(({ present }) => !present).length;
  return (
    <Card title={title}>
      <div
        className={classes['strip']}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not a file
        role="img"
        aria-label={`${title}: ${recent.length - missed} present, ${missed} absent`}
      >
        {recent.toReversed().map(({ id, present }) => (
          <span key={id} data-present={present}>
            {present ? <IconCheck size={17} stroke={2.2} /> : <IconX size={17} stroke={2.6} />}
          </span>
        ))}
      </div>
      <p className={classes['sentence']}>{missedSentence(recent)}</p>
    </Card>
  );
};
