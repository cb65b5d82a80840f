import { addDays, type Enrollment, type Term, termFields } from '@campus/contract';
import { Button, Checkbox } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatDay } from '../../../lib/day.ts';
import { errorText, fieldErrors } from '../../../lib/error-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { FieldPair } from '../../../ui/form.tsx';
import { DateField, SelectField, TextField } from '../../../ui/fields.tsx';
import type { TermValues } from '../terms/term-values.ts';
import { type ClosingValues, missingFrom, successorsOf } from './closing-values.ts';
import classes from './closing.module.css';

interface SubjectsChoiceProps {
  readonly subjects: readonly Enrollment[];
  /** Those that stay behind. */
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
}

/** Which subjects go on in the next term. */
const SubjectsChoice = ({ subjects, left, onLeft }: SubjectsChoiceProps) => {
  const taken = subjects.length - left.size;
  const toggle = (id: string): void => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    onLeft(next);
  };
  return (
    <Card title="Subjects">
      {subjects.length === 0 ? (
        <p className={classes['line']}>There are no subjects in this term.</p>
      ) : (
        <>
          <p className={classes['line']}>
            They go on with the same code, credits, teacher and audience. Their students are
            enrolled again: everyone of the audience who is active then.
          </p>
          <Checkbox
            label={`Carry over all ${subjects.length} subjects`}
            checked={taken === subjects.length}
            indeterminate={taken > 0 && taken < subjects.length}
            onChange={() => onLeft(left.size > 0 ? new Set() : allOf(subjects))}
          />
          <ul className={classes['subjects']} aria-label="Subjects to carry over">
            {subjects.map(({ id, subjectName, subjectCode, teacherName }) => (
              <li key={id}>
                <Checkbox
                  label={`${subjectName} (${subjectCode})`}
                  description={teacherName}
                  checked={!left.has(id)}
                  onChange={() => toggle(id)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
};

const allOf = (subjects: readonly Enrollment[]): ReadonlySet<string> =>
  new Set(subjects.map(({ id }) => id));

interface ChooseStepProps {
  readonly term: Term;
  readonly terms: readonly Term[];
  readonly subjects: readonly Enrollment[];
  readonly values: ClosingValues;
  readonly onValues: (change: Partial<ClosingValues>) => void;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onNext: () => void;
}

/** The next term, who is promoted, and which subjects go on. */
export const ChooseStep = (props: ChooseStepProps) => {
  const { term, terms, subjects, values, onValues, busy, error, onNext } = props;
  const [missing, setMissing] = useState<Partial<Record<string, string>>>({});
  const planned = successorsOf(term, terms);
  const refused = fieldErrors(error);
  const field = (name: keyof TermValues) => ({
    label: termFields[name].label,
    name,
    required: true,
    value: values.term[name],
    error: missing[name] ?? refused[`next.${name}`],
    onChange: (event: { currentTarget: { value: string } }) => {
      setMissing({ ...missing, [name]: undefined });
      onValues({ term: { ...values.term, [name]: event.currentTarget.value } });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    const problems = missingFrom(values);
    setMissing(problems);
    if (Object.keys(problems).length === 0) onNext();
  };
  return (
    <form noValidate onSubmit={submit} className={classes['stack']}>
      <fieldset disabled={busy} className={classes['stack']}>
        <Card title="The next term">
          <div className={classes['fields']}>
            {planned.length > 0 && (
              <SelectField
                label="Term"
                value={values.planned}
                data={[
                  ...planned.map(({ id, name, startsOn, endsOn }) => ({
                    value: id,
                    label: `${name}, ${formatDay(startsOn)} to ${formatDay(endsOn)}`,
                  })),
                  { value: '', label: 'A new term' },
                ]}
                onChange={(event) => onValues({ planned: event.currentTarget.value })}
              />
            )}
            {!values.planned && (
              <>
                <TextField {...field('name')} />
                <FieldPair>
                  <DateField {...field('startsOn')} min={addDays(term.endsOn, 1)} />
                  <DateField {...field('endsOn')} min={addDays(term.endsOn, 1)} />
                </FieldPair>
              </>
            )}
          </div>
        </Card>
        <Card title="Students">
          <div className={classes['checks']}>
            <Checkbox
              label="Move every student up by one semester"
              checked={values.semester}
              onChange={(event) => onValues({ semester: event.currentTarget.checked })}
            />
            <Checkbox
              label="Move the year up after every second semester"
              description="Where year and semester agree: semesters 1 and 2 are year 1, 3 and 4 year 2."
              checked={values.semester && values.year}
              disabled={!values.semester}
              onChange={(event) => onValues({ year: event.currentTarget.checked })}
            />
          </div>
        </Card>
        <SubjectsChoice
          subjects={subjects}
          left={values.left}
          onLeft={(left) => onValues({ left })}
        />
      </fieldset>
      {error !== null && (
        <Banner kind="error">
          {errorText(error, 'This could not be worked out. Please try again.')}
        </Banner>
      )}
      <div className={classes['foot']}>
        <Button type="submit" size="md" disabled={busy}>
          {busy ? 'Working it out...' : 'Show what would happen'}
        </Button>
      </div>
    </form>
  );
};
