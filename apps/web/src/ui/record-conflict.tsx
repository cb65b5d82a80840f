import type { RecordChange } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../lib/campus.ts';
import { formatDay } from '../lib/day.ts';
import { timeOnCampus } from '../lib/instant.ts';
import { Banner } from './banner.tsx';
import classes from './record-conflict.module.css';

interface RecordConflictProps {
  readonly changes: readonly RecordChange[];
  readonly labels: Readonly<Record<string, string>>;
}

const minute = /^\d{4}-\d{2}-\d{2}T(\d{2}:\d{2})$/;

/** Days are the fields that end in On; a minute of the campus's clocks is known by its form. */
const shown = (field: string, value: string | null): string => {
  if (value === null || value === '') return 'N/A';
  const time = minute.exec(value)?.[1];
  if (time !== undefined) return `${formatDay(value)}, ${time}`;
  return field.endsWith('On') ? formatDay(value) : value;
};

/** What someone else has changed while this form was open. What was typed stays in the form. */
export const RecordConflict = ({ changes, labels }: RecordConflictProps) => {
  const { data: campus } = useQuery(campusQuery);
  return (
    <Banner kind="error">
      Someone else has changed this in the meantime. Nothing was overwritten, and what you typed is
      still here. Save again to store it.
      <ul className={classes['changes']} aria-label="Changed meanwhile">
        {changes.map(({ field, before, now, changedBy, changedAt }) => (
          <li key={field}>
            <b>{labels[field] ?? field}</b>: {shown(field, before)} → {shown(field, now)}
            <span>
              by {changedBy}, {timeOnCampus(changedAt, campus?.timezone)}
            </span>
          </li>
        ))}
      </ul>
    </Banner>
  );
};
