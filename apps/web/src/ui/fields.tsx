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

/** A native date field; value and `max` are `YYYY-MM-DD`. Days on which something happens use `DayField`. */
export const DateField = (props: TextInputProps) => <TextInput {...props} type="date" />;

/** Puts the description between the field and its error. */
export const noteBelow: Pick<TextInputProps, 'inputWrapperOrder'> = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
};

/**
 * A native select; `data` are strings or `{value, label}`, none while unknown. A choice that a form kept and that is there
 * no more is shown as such: browsers would show the first one in its place.
 */
export const SelectField = (props: NativeSelectProps) => {
  const { name, value = '', data = [] } = props;
  const isGone =
    name &&
    value &&
    data.length > 0 &&
    !data.some((one) =>
      typeof one === 'string' ? one === value : !('value' in one) || one.value === value,
    );
  const gone = { value: String(value), label: 'No longer available', disabled: true };
  return <NativeSelect {...props} data={isGone ? [...data, gone] : data} />;
};

export const TextAreaField = (props: TextareaProps) => (
  <Textarea {...marked(props.error)} {...props} />
);
