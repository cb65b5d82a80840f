import type { Field } from '@campus/contract';
import type { TextInputProps } from '@mantine/core';
import type { useFormFields } from '../lib/use-form-fields.ts';
import { DateField, SelectField, TextField } from './fields.tsx';
import { WholeNumberField } from './whole-number-field.tsx';

type Form = ReturnType<typeof useFormFields<Readonly<Record<string, string>>>>;
/** What a form knows of its fields. */
export type FormFields = Pick<Form, 'field' | 'textOf'>;

interface FieldInputProps extends Pick<
  TextInputProps,
  'className' | 'autoComplete' | 'placeholder'
> {
  readonly name: string;
  readonly field: Field;
  readonly form: FormFields;
  readonly required: boolean;
}

const keyboards: Partial<Record<Field['type'], TextInputProps>> = {
  email: { type: 'email' },
  contact: { inputMode: 'tel' },
};

/** The input for a field of a record, by what the field holds. */
export const FieldInput = ({ name, field, form, required, ...more }: FieldInputProps) => {
  const props = { label: field.label, required, ...more };
  const bound = form.field(name);
  switch (field.type) {
    case 'whole':
      return <WholeNumberField {...props} min={field.min} {...form.textOf(name)} />;
    case 'day':
      return <DateField {...props} {...bound} />;
    case 'choice':
      return (
        <SelectField label={field.label} required={required} data={['', ...field.of]} {...bound} />
      );
    default:
      return <TextField {...props} {...keyboards[field.type]} {...bound} />;
  }
};
