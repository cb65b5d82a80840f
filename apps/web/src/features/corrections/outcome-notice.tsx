import { IconBell } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import classes from './outcome-notice.module.css';

interface OutcomeNoticeProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Says that requests were decided, until the teacher looks at the outcome. */
export const OutcomeNotice = ({ count, onShow }: OutcomeNoticeProps) => (
  <div className={classes['notice']}>
    <IconBell size={20} stroke={1.75} aria-hidden />
    <output>
      {count === 1
        ? '1 of your requests has been decided.'
        : `${count} of your requests have been decided.`}
    </output>
    <Button variant="subtle" size="compact-md" onClick={onShow}>
      Show
    </Button>
  </div>
);
