import {
  NativeSelect,
  type NativeSelectProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** An invalid field keeps its text colour; the icon, the border and the message below show the error. */
const problem = (
  <IconAlertCircle size={18} stroke={1.75} color="var(--campus-danger)" aria-hidden />
);

const marked = (error: unknown) => (error ? { rightSection: problem } : {});

export const TextField = (props: TextInputProps) => (
  <TextInput {...marked(props.error)} {...props} />
);

/** A native date field; value and `max` are `YYYY-MM-DD`. */
export const DateField = (props: TextInputProps) => <TextInput {...props} type="date" />;

/** Puts the description between the field and its error. */
export const noteBelow: Pick<TextInputProps, 'inputWrapperOrder'> = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
};

/** A native select; `data` are strings or `{value, label}`. */
export const SelectField = (props: NativeSelectProps) => <NativeSelect {...props} />;

export const TextAreaField = (props: TextareaProps) => (
  <Textarea {...marked(props.error)} {...props} />
);
