import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatDay } from '../lib/day.ts';
import { timeOfInstant } from '../lib/instant.ts';
import type { ConflictingField } from './use-form.ts';
import { Banner } from './banner.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { ValueChange } from './history-list.tsx';
import { OptionalValue } from './optional-value.tsx';
import type { RecordLabels } from './use-record-edit.ts';
import classes from './record-conflict.module.css';

/** What `useForm` knows about a conflict. */
export interface Conflict {
  readonly changes: readonly ConflictingField[];
  readonly values: Readonly<Record<string, string>>;
  /** Puts one of the two values into the field that both have changed. */
  readonly onChoose: (whose: 'mine' | 'theirs', contested: ConflictingField) => void;
}

const minute = /^\d{4}-\d{2}-\d{2}T(\d{2}:\d{2})$/;

/** Formats fields whose names end in On as days, and values that look like a minute as a time. */
const formatValue = (field: string, value: string | null): string | null => {
  const time = minute.exec(value ?? '')?.[1];
  if (value && time !== undefined) return `${formatDay(value)}, ${time}`;
  return value && field.endsWith('On') ? formatDay(value) : value;
};

/** Whose value the field contains; null if it has been edited since. */
const sourceOf = (value: string, { mine, now }: ConflictingField): 'mine' | 'theirs' | null => {
  const isTyped = (text: string | null): boolean => (text ?? '').trim() === value.trim();
  if (isTyped(mine)) return 'mine';
  return isTyped(now) ? 'theirs' : null;
};

/** Shows what someone else has changed while the form was open, and lets the person choose where both have. */
export const RecordConflict = (props: Conflict & Partial<RecordLabels>) => {
  const { changes, values, onChoose, labels = {}, formatValue: valueInWords = formatValue } = props;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const both = changes.filter(({ mine }) => mine !== null);
  const all = (whose: 'mine' | 'theirs'): void => both.forEach((one) => onChoose(whose, one));
  const choice = (contested: ConflictingField) => {
    const { field, mine, now } = contested;
    const inWords = (text: string | null) => <OptionalValue value={valueInWords(field, text)} />;
    return (
      <ConflictChoice
        name={`choice-${field}`}
        options={[
          { source: 'mine', label: 'Mine', content: inWords(mine) },
          { source: 'theirs', label: 'Theirs', content: inWords(now) },
        ]}
        chosen={sourceOf(values[field] ?? '', contested)}
        onChoose={(whose) => onChoose(whose, contested)}
      />
    );
  };
  return (
    <div ref={panel} tabIndex={-1} className={classes['panel']}>
      <Banner kind="error">
        <p className={classes['intro']}>
          Someone else has changed this in the meantime. Nothing was overwritten, and what you typed
          is still here.{' '}
          {both.length > 0
            ? 'Choose what is right, then save again.'
            : 'Their changes have been taken over. Save again to store yours.'}
        </p>
        <ul className={classes['list']} aria-label="Changed meanwhile">
          {changes.map((one) => (
            <li key={one.field}>
              <fieldset>
                <legend>{labels[one.field] ?? one.field}:</legend>{' '}
                <ValueChange
                  before={valueInWords(one.field, one.before)}
                  after={valueInWords(one.field, one.now)}
                />
                <span className={classes['who']}>
                  by {one.changedBy}, {timeOfInstant(one.changedAt)}
                </span>
                {one.mine !== null && choice(one)}
              </fieldset>
            </li>
          ))}
        </ul>
        {both.length > 0 && (
          <div className={classes['all']}>
            <Button variant="default" onClick={() => all('theirs')}>
              Take all of theirs
            </Button>
            <Button variant="default" onClick={() => all('mine')}>
              Keep all of mine
            </Button>
          </div>
        )}
      </Banner>
    </div>
  );
};
