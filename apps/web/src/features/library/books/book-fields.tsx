import { bookFields, type Field, fieldNames, noIsbn, readIsbn } from '@campus/contract';
import type { Draft } from '../../../lib/field-values.ts';
import { FieldInputs, type FormFields } from '../../../ui/field-input.tsx';

const problemOf = (field: Field, text: string): string | undefined => {
  const { type, label, presence } = field;
  if (text === '') return presence && `${label} is missing`;
  if (type === 'isbn' && readIsbn(text) === null) return noIsbn;
  const wrong =
    type === 'whole' &&
    !(/^\d{1,9}$/.test(text) && Number(text) >= field.min && Number(text) <= field.max);
  return wrong ? `${label} must be a whole number from ${field.min} to ${field.max}` : undefined;
};

/** Missing and invalid fields, found before the server is asked. */
export const bookProblems = (values: Draft): Partial<Record<string, string>> =>
  Object.fromEntries(
    fieldNames(bookFields).flatMap((name) => {
      const problem = problemOf(bookFields[name], (values[name] ?? '').trim());
      return problem ? [[name, problem]] : [];
    }),
  );

const plain = Object.fromEntries(
  fieldNames(bookFields).map((name) => [name, { autoComplete: 'off' }]),
);

export const BookFields = ({ form }: { readonly form: FormFields }) => (
  <FieldInputs fields={bookFields} form={form} inputs={plain} />
);
