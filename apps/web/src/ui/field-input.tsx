import { type Field, fieldNames, isRequired } from '@campus/contract';
import type { NativeSelectProps, TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { useFormFields } from '../lib/use-form-fields.ts';
import { DayField } from './day-field.tsx';
import { DateField, SelectField, TextAreaField, TextField } from './fields.tsx';
import classes from './form.module.css';
import { isSuggested, SuggestedField } from './suggested-field.tsx';
import { WholeNumberField } from './whole-number-field.tsx';

type Form = ReturnType<typeof useFormFields<Readonly<Record<string, string>>>>;
/** The part of a form that its inputs need. */
export interface FormFields {
  fieldProps(name: string): ReturnType<Form['fieldProps']>;
  textProps(name: string): ReturnType<Form['textProps']>;
}

interface InputProps extends Pick<
  TextInputProps,
  'autoComplete' | 'className' | 'description' | 'disabled' | 'placeholder' | 'required'
> {
  /** Options; the field becomes a select. */
  readonly data?: NonNullable<NativeSelectProps['data']>;
}

interface FieldInputProps extends InputProps {
  readonly name: string;
  readonly field: Field;
  readonly form: FormFields;
}

const kinds: Partial<Record<Field['type'], TextInputProps>> = {
  email: { type: 'email' },
  contact: { inputMode: 'tel' },
  time: { type: 'time' },
};

/** The input for a field of a record, by the field's type. */
export const FieldInput = ({ name, field, form, data, ...more }: FieldInputProps) => {
  const { placeholder: _placeholder, ...select } = more;
  const props = { label: field.label, ...more };
  const bound = form.fieldProps(name);
  if (data) return <SelectField {...select} label={field.label} data={data} {...bound} />;
  switch (field.type) {
    case 'whole':
      return <WholeNumberField {...props} min={field.min} {...form.textProps(name)} />;
    case 'day':
      return field.past ? <DateField {...props} {...bound} /> : <DayField {...props} {...bound} />;
    case 'choice':
      return <SelectField {...select} label={field.label} data={['', ...field.of]} {...bound} />;
    case 'text':
      if (isSuggested(name)) return <SuggestedField of={name} {...props} {...bound} />;
      return field.max < 1000 ? (
        <TextField {...props} {...bound} />
      ) : (
        <TextAreaField {...props} rows={3} {...bound} />
      );
    default:
      return <TextField {...props} {...kinds[field.type]} {...bound} />;
  }
};

const isShort = (field: Field): boolean =>
  field.type === 'text' ? field.max < 100 : ['whole', 'day', 'time', 'choice'].includes(field.type);

/** Further props of an input; two short ones share a row. */
interface InputOptions extends InputProps {
  readonly short?: boolean;
}

interface FieldInputsProps<F extends string> {
  readonly fields: Readonly<Record<F, Field>>;
  readonly form: FormFields;
  /** All of them by default. */
  readonly names?: readonly F[];
  readonly inputs?: Partial<Readonly<Record<F, InputOptions>>>;
  /** Shown in place of an input. */
  readonly instead?: Partial<Readonly<Record<F, ReactNode>>>;
}

/** The inputs of a record: short ones in pairs, on a phone one below the other. */
export const FieldInputs = <F extends string>(props: FieldInputsProps<F>) => {
  const { fields, form, names = fieldNames(fields), inputs, instead } = props;
  return (
    <div className={classes['pair']}>
      {names.map((name) => {
        const field = fields[name];
        const { short = isShort(field), ...more }: InputOptions = inputs?.[name] ?? {};
        return (
          <div key={name} className={short ? undefined : classes['wide']}>
            {instead?.[name] ?? (
              <FieldInput {...{ name, field, form }} required={isRequired(field)} {...more} />
            )}
          </div>
        );
      })}
    </div>
  );
};
