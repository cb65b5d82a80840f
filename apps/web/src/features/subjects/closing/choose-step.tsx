import { addDays, type Enrollment, type Term, termFields } from '@campus/contract';
import { Button, Checkbox } from '@mantine/core';
import type { ComponentProps } from 'react';
import { formatDay } from '../../../lib/day.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/page.tsx';
import { FieldPair, FormMessages } from '../../../ui/form.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import type { Closing } from './close-term.page.tsx';
import { SubjectCheckboxes } from '../subject-checkboxes.tsx';
import { successorsOf } from './closing-values.ts';
import classes from './closing.module.css';

type SubjectsChoiceProps = Omit<ComponentProps<typeof SubjectCheckboxes>, 'subjects'> & {
  readonly subjects: readonly Enrollment[];
};

/** Chooses which subjects continue in the next term. */
const SubjectsChoice = (props: SubjectsChoiceProps) => (
  <Card title="Subjects">
    {props.subjects.length === 0 ? (
      <p className={classes['line']}>There are no subjects in this term.</p>
    ) : (
      <>
        <p className={classes['line']}>
          They continue with the same code, credits, teacher and audience. Their students are
          enrolled again: everyone of the audience who is active then. Subjects already in a planned
          term stay as they are.
        </p>
        <SubjectCheckboxes {...props} />
      </>
    )}
  </Card>
);

interface ChooseStepProps {
  readonly term: Term;
  readonly all: readonly Term[];
  readonly subjects: readonly Enrollment[];
  readonly closing: Closing;
}

/** Chooses the next term, who is promoted, and which subjects continue. */
export const ChooseStep = ({ term, all, subjects, closing }: ChooseStepProps) => {
  const { values, fieldProps, textProps, checkboxProps, busy } = closing.form;
  const { form, onSubmit, problem, offer } = closing.form.props;
  const planned = successorsOf(term, all);
  const ofTerm = (name: keyof typeof termFields) => ({
    ...fieldProps(name),
    label: termFields[name].label,
    required: true,
  });
  const min = addDays(term.endsOn, 1);
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className={classes['stack']}>
      <FormMessages problem="" offer={offer} />
      <fieldset disabled={busy} className={classes['stack']}>
        <Card title="The next term">
          <div className={classes['fields']}>
            {(planned.length > 0 || values.planned) && (
              <SelectField
                label="Term"
                data={[
                  ...planned.map(({ id, name, startsOn, endsOn }) => ({
                    value: id,
                    label: `${name}, ${formatDay(startsOn)} to ${formatDay(endsOn)}`,
                  })),
                  { value: '', label: 'A new term' },
                ]}
                {...fieldProps('planned')}
              />
            )}
            {!values.planned && (
              <>
                <TextField {...ofTerm('name')} />
                <FieldPair>
                  <DayField {...ofTerm('startsOn')} min={min} />
                  <DayField {...ofTerm('endsOn')} min={min} />
                </FieldPair>
              </>
            )}
          </div>
        </Card>
        <Card title="Students">
          <div className={classes['checks']}>
            <Checkbox
              label="Move every student up by one semester"
              {...checkboxProps('semester')}
            />
            <Checkbox
              label="Move the year up after every second semester"
              description="Where year and semester agree: semesters 1 and 2 are year 1, 3 and 4 year 2."
              {...checkboxProps('year')}
              checked={values.semester === 'yes' && values.year === 'yes'}
              disabled={values.semester !== 'yes'}
            />
          </div>
        </Card>
        <SubjectsChoice subjects={subjects} left={values.left} onLeft={textProps('left').onText} />
      </fieldset>
      {problem && <Banner kind="error">{problem}</Banner>}
      <div className={classes['footer']}>
        <Button type="submit" size="md" disabled={busy}>
          {busy ? 'Working it out...' : 'Show what would happen'}
        </Button>
      </div>
    </form>
  );
};
