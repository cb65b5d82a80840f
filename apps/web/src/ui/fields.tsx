import {
  NativeSelect,
  type NativeSelectProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** A refused field keeps its text in ink; the icon, the border and the sentence below say why. */
const problem = (
  <IconAlertCircle size={18} stroke={1.75} color="var(--campus-absent)" aria-hidden />
);

const marked = (error: unknown) => (error ? { rightSection: problem } : {});

export const TextField = (props: TextInputProps) => (
  <TextInput {...marked(props.error)} {...props} />
);

/** A day, as the browser's own date field; value and `max` are `YYYY-MM-DD`. */
export const DateField = (props: TextInputProps) => <TextInput {...props} type="date" />;

/** The description of a field stands between the field and what is wrong with it. */
export const noteBelow: Pick<TextInputProps, 'inputWrapperOrder'> = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
};

/** A native select: `data` are strings or `{value, label}`. */
export const SelectField = (props: NativeSelectProps) => <NativeSelect {...props} />;

export const TextAreaField = (props: TextareaProps) => (
  <Textarea {...marked(props.error)} {...props} />
);
