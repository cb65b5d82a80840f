import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconAlertCircle,
  IconCheck,
  IconCircleDashed,
  IconDeviceFloppy,
  IconX,
} from '@tabler/icons-react';
import { type MarkingStore, useMarkingSoon } from '../../../lib/marking/store.ts';
import { Hidden } from '../../../ui/hidden.tsx';
import { countMarks, type ExamMarks } from './exam-marks.ts';
import classes from './save-bar.module.css';

interface SaveBarProps {
  readonly store: MarkingStore<ExamMarks>;
  readonly maxMarks: number;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onSave: () => void;
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** How far the class is, always in sight, and Save. */
export const SaveBar = ({ store, maxMarks, busy, disabled, onSave }: SaveBarProps) => {
  const marking = useMarkingSoon(store, (now) => now);
  const unsaved = marking.marks.size;
  const { marked, absent, missing, wrong } = countMarks(marking, maxMarks);
  const words = `${marked} with marks, ${absent} absent, ${missing} missing, ${unsaved} not saved`;
  const [spoken] = useDebouncedValue(words, 800);
  return (
    <div className={classes['foot']}>
      <ul className={classes['counts']} aria-label="Marks of this class">
        <li>
          <IconCheck {...icon} />
          <b>{marked}</b> with marks
        </li>
        <li>
          <IconX {...icon} />
          <b>{absent}</b> absent
        </li>
        <li>
          <IconCircleDashed {...icon} />
          <b>{missing}</b> missing
        </li>
        {wrong > 0 && (
          <li data-wrong>
            <IconAlertCircle {...icon} />
            <b>{wrong}</b> cannot be read
          </li>
        )}
      </ul>
      <Hidden>
        <span aria-live="polite">{spoken}</span>
      </Hidden>
      <Button
        size="lg"
        className={classes['save'] ?? ''}
        leftSection={<IconDeviceFloppy size={20} stroke={1.75} aria-hidden />}
        disabled={disabled || busy || unsaved === 0}
        onClick={onSave}
      >
        {busy ? 'Saving...' : unsaved > 0 ? `Save Marks (${unsaved})` : 'Save Marks'}
      </Button>
    </div>
  );
};
