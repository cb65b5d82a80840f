import { useEffect, useRef } from 'react';
import { Button } from '@mantine/core';
import { timeOfInstant } from '../../lib/instant.ts';
import type { Contested } from '../../lib/use-form.ts';
import { Banner } from '../banner.tsx';
import { ConflictChoice } from '../conflict-choice.tsx';
import { OptionalValue } from '../optional-value.tsx';
import type { RecordLabels } from './draft.ts';
import type { RecordForm } from './use-record-edit.ts';
import classes from './contested-fields.module.css';

interface ChoiceProps {
  readonly words: RecordLabels;
  readonly contested: Contested;
  readonly value: string;
  readonly onChoose: RecordForm['choose'];
}

/** Whose value the field holds; null when it has been typed again since. */
const whoseIs = (value: string, { mine, now }: Contested): 'mine' | 'theirs' | null => {
  const holds = (text: string | null): boolean => (text ?? '').trim() === value.trim();
  if (holds(mine)) return 'mine';
  return holds(now) ? 'theirs' : null;
};

/** Both have changed the field: one of the two is kept. */
const Choice = ({ words, contested, value, onChoose }: ChoiceProps) => {
  const { field, mine, now } = contested;
  const inWords = (text: string | null) => (
    <OptionalValue value={words.valueInWords(field, text)} />
  );
  return (
    <ConflictChoice
      name={`choice-${field}`}
      options={[
        { whose: 'mine', label: 'Mine', content: inWords(mine) },
        { whose: 'theirs', label: 'Theirs', content: inWords(now) },
      ]}
      chosen={whoseIs(value, contested)}
      onChoose={(whose) => onChoose(whose, contested)}
    />
  );
};

interface ContestedFieldsProps {
  readonly words: RecordLabels;
  readonly contested: readonly Contested[];
  readonly values: RecordForm['values'];
  readonly onChoose: RecordForm['choose'];
}

/** What someone else has changed while the form was open, and the choice where both have. */
export const ContestedFields = ({ words, contested, values, onChoose }: ContestedFieldsProps) => {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const both = contested.filter(({ mine }) => mine !== null);
  const all = (whose: 'mine' | 'theirs'): void => both.forEach((one) => onChoose(whose, one));
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
          {contested.map((one) => (
            <li key={one.field}>
              <fieldset>
                <legend>{words.labels[one.field] ?? one.field}</legend>
                <p className={classes['who']}>
                  {one.changedBy}, {timeOfInstant(one.changedAt)}:{' '}
                  <OptionalValue value={words.valueInWords(one.field, one.before)} />
                  {' → '}
                  <OptionalValue value={words.valueInWords(one.field, one.now)} />
                </p>
                {one.mine !== null && (
                  <Choice
                    words={words}
                    contested={one}
                    value={values[one.field] ?? ''}
                    onChoose={onChoose}
                  />
                )}
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
