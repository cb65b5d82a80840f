import { TextInput, type TextInputProps } from '@mantine/core';
import { IconAlertCircle, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './whole-number-field.module.css';

interface WholeNumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly min: number;
}

/**
 * A native number field with `min`, styled like our other fields. Typed text is never changed: the form and
 * the server refuse what is below `min` or no whole number. The value is blank for text the browser cannot
 * parse; check `unreadableFields` before sending.
 */
export const WholeNumberField = (props: WholeNumberFieldProps) => {
  const { value, onText, min, error, disabled, ...others } = props;
  const input = useRef<HTMLInputElement>(null);
  const step = (by: 1 | -1) => () => {
    const now = Number.parseInt(value, 10);
    const next = Number.isNaN(now) ? min : Math.max(min, now + by);
    onText(String(next));
    input.current?.focus();
  };
  const control = (label: string, by: 1 | -1, Icon: typeof IconChevronUp) => (
    // The field's arrow keys do the same, so these are for the pointer only.
    <button
      type="button"
      className={classes['step']}
      tabIndex={-1}
      aria-hidden
      disabled={disabled ?? false}
      data-step={label}
      onClick={step(by)}
    >
      <Icon size={14} stroke={1.75} aria-hidden />
    </button>
  );
  return (
    <TextInput
      {...others}
      ref={input}
      type="number"
      inputMode="numeric"
      step={1}
      min={min}
      error={error}
      disabled={disabled ?? false}
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
      // Scrolling the page over a focused number field must not change it.
      onWheel={(event) => event.currentTarget.blur()}
      classNames={{ input: classes['input'] ?? '' }}
      rightSectionWidth={error ? 58 : 28}
      rightSection={
        <span className={classes['side']}>
          {error && (
            <IconAlertCircle size={18} stroke={1.75} color="var(--campus-danger)" aria-hidden />
          )}
          <span className={classes['steps']}>
            {control('up', 1, IconChevronUp)}
            {control('down', -1, IconChevronDown)}
          </span>
        </span>
      }
    />
  );
};
