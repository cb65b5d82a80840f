import { bookFields, type Field, fieldNames, isRequired, noIsbn, readIsbn } from '@campus/contract';
import type { Draft } from '../../../lib/field-values.ts';
import { FieldInput, type FormFields } from '../../../ui/field-input.tsx';
import classes from '../library.module.css';

const problemOf = (field: Field, text: string): string | undefined => {
  const { type, label, presence } = field;
  if (text === '') return presence && `${label} is missing`;
  if (type === 'isbn' && readIsbn(text) === null) return noIsbn;
  const wrong =
    type === 'whole' &&
    !(/^\d{1,9}$/.test(text) && Number(text) >= field.min && Number(text) <= field.max);
  return wrong ? `${label} must be a whole number from ${field.min} to ${field.max}` : undefined;
};

/** What is missing or wrong, before the server is asked. */
export const bookProblems = (values: Draft): Partial<Record<string, string>> =>
  Object.fromEntries(
    fieldNames(bookFields).flatMap((name) => {
      const problem = problemOf(bookFields[name], (values[name] ?? '').trim());
      return problem ? [[name, problem]] : [];
    }),
  );

/** What is short stands in pairs. */
const isShort = (field: Field): boolean =>
  field.type === 'whole' || (field.type === 'text' && field.max < 100);

export const BookFields = ({ form }: { readonly form: FormFields }) => (
  <div className={classes['book']}>
    {fieldNames(bookFields).map((name, at) => (
      <FieldInput
        key={name}
        name={name}
        field={bookFields[name]}
        form={form}
        required={isRequired(bookFields[name])}
        autoComplete="off"
        className={isShort(bookFields[name]) ? '' : (classes['wide'] ?? '')}
        {...(at === 0 && { 'data-autofocus': true })}
      />
    ))}
  </div>
);
