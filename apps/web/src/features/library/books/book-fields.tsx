import { TextField } from '../../../ui/fields.tsx';
import { WholeNumberField } from '../../../ui/whole-number-field.tsx';
import type { useFormFields } from '../../../lib/use-form-fields.ts';
import classes from '../library.module.css';

/** A book as it is typed. */
export interface BookValues extends Readonly<Record<string, string>> {
  readonly title: string;
  readonly author: string;
  readonly isbn: string;
  readonly copies: string;
  readonly shelf: string;
  readonly year: string;
}

const whole = (text: string): boolean => /^\d{1,9}$/.test(text);

/** The number of a field that may be blank. */
export const numberOf = (text: string): number | null => (text === '' ? null : Number(text));

/** What is missing or wrong, before the server is asked. */
export const bookProblems = (values: BookValues, readIsbn: (text: string) => string | null) => ({
  ...(!values.title.trim() && { title: 'Title is missing' }),
  ...(!values.author.trim() && { author: 'Author is missing' }),
  ...(values.isbn.trim() &&
    readIsbn(values.isbn) === null && {
      isbn: 'This is no ISBN of 10 or 13 digits. Please check the number, its last digit too.',
    }),
  ...(!(whole(values.copies) && Number(values.copies) >= 1) && {
    copies: 'Copies must be a whole number of at least 1',
  }),
  ...(values.year !== '' &&
    !/^\d{4}$/.test(values.year) && { year: 'Write the year with four digits' }),
});

type Fields = ReturnType<typeof useFormFields<BookValues>>;

export const BookFields = ({ field, textOf }: Pick<Fields, 'field' | 'textOf'>) => (
  <>
    <TextField label="Title" required autoComplete="off" data-autofocus {...field('title')} />
    <TextField label="Author" required autoComplete="off" {...field('author')} />
    <TextField label="ISBN" autoComplete="off" placeholder="978-0-262-03384-8" {...field('isbn')} />
    <div className={classes['two']}>
      <WholeNumberField label="Copies" min={1} {...textOf('copies')} />
      <TextField label="Shelf" autoComplete="off" {...field('shelf')} />
    </div>
    <TextField label="Year" inputMode="numeric" autoComplete="off" {...field('year')} />
  </>
);
