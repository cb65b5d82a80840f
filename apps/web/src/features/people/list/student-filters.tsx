import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../lib/error-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { filterOptions } from '../people.api.ts';
import { filtersIn, firstView, readView } from './use-list-view.ts';
import type { ListView } from './use-list-view.ts';
import classes from './people-records.module.css';

interface StudentFiltersProps {
  readonly id: string;
  readonly view: ListView;
  readonly onView: (change: Partial<ListView>) => void;
}

const statuses = [
  { label: 'Active', value: 'active' },
  { label: 'Withdrawn', value: 'withdrawn' },
  { label: 'Deactivated', value: 'deactivated' },
  { label: 'All', value: 'all' },
];

/** What is chosen is offered also when nobody has it any more. */
const choices = (values: readonly (string | number)[] = [], chosen: string | number | null) => [
  { label: 'Any', value: '' },
  ...[...new Set([...values, ...(chosen ? [chosen] : [])])].map(String),
];

/** The filters of the student records: each one is kept in the address. */
export const StudentFilters = ({ id, view, onView }: StudentFiltersProps) => {
  const { data, error, refetch } = useQuery(filterOptions);
  const { course, branch, semester, year, show } = firstView;
  const select = (
    name: 'course' | 'branch' | 'semester' | 'year',
    label: string,
    values: readonly (string | number)[] | undefined,
  ) => (
    <SelectField
      label={label}
      value={String(view[name] ?? '')}
      data={choices(values, view[name])}
      onChange={(event) => {
        const read = readView({ [name]: event.currentTarget.value });
        onView({ [name]: read[name] });
      }}
    />
  );
  return (
    <fieldset id={id} aria-label="Filters" className={classes['filters']}>
      {select('course', 'Course', data?.courses)}
      {select('branch', 'Branch', data?.branches)}
      {select('semester', 'Semester', data?.semesters)}
      {select('year', 'Year', data?.years)}
      <SelectField
        label="Status"
        value={view.show}
        data={statuses}
        onChange={(event) => onView({ show: readView({ show: event.currentTarget.value }).show })}
      />
      <Button
        variant="default"
        disabled={filtersIn(view) === 0}
        onClick={() => onView({ course, branch, semester, year, show })}
      >
        Clear filters
      </Button>
      {error && (
        <Banner kind="error">
          {errorText(error, 'The filters could not be loaded.')}{' '}
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </Banner>
      )}
    </fieldset>
  );
};
