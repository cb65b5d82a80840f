import type { AssignmentStudent } from '@campus/contract';
import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatCount } from '../../../lib/count.ts';
import type { markingProgress } from '../marking-order.ts';
import classes from './work.module.css';

interface WorkNavigationProps {
  readonly place: ReturnType<typeof markingProgress>;
  readonly onGo: (to: AssignmentStudent) => void;
}

/** Marking progress, and buttons and keys for the previous work and the next to mark. */
export const WorkNavigation = ({ place, onGo }: WorkNavigationProps) => {
  const { previous, next, number, toMark } = place;
  const goTo = (one: AssignmentStudent | undefined) => () => one && onGo(one);
  /** A single letter works only within the page's content, not the whole window (WCAG 2.1.4). */
  const inside = (go: () => unknown) => () => {
    if (document.activeElement?.closest('main')) go();
  };
  // In text fields these keys type letters or move between words.
  useHotkeys([
    ['J', inside(goTo(next))],
    ['K', inside(goTo(previous))],
    ['ctrl+ArrowRight', goTo(next)],
    ['ctrl+ArrowLeft', goTo(previous)],
  ]);
  const ways = [
    { one: previous, label: 'Previous', Icon: IconChevronLeft, keys: 'K Control+ArrowLeft' },
    { one: next, label: 'Next to mark', Icon: IconChevronRight, keys: 'J Control+ArrowRight' },
  ].map(({ one, label, Icon, keys }) => (
    <Button
      key={label}
      variant="default"
      px={10}
      disabled={!one}
      aria-label={one ? `${label}: ${one.studentName}` : label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys[0]})`}
      onClick={goTo(one)}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </Button>
  ));
  return (
    <nav className={classes['neighbours']} aria-label="Work to mark">
      {ways[0]}
      <span>
        {number > 0
          ? `${formatCount(number)} of ${formatCount(toMark)} to mark`
          : toMark > 0
            ? `${formatCount(toMark)} to mark`
            : 'All marked'}
      </span>
      {ways[1]}
    </nav>
  );
};
