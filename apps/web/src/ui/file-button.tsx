import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, type Ref, useId, useRef } from 'react';
import classes from './file-button.module.css';

interface FileButtonProps extends ButtonProps {
  readonly ref?: Ref<HTMLButtonElement>;
  /** Id of the input; its label must have the id `${id}-label`. */
  readonly id?: string;
  /** Accessible name, if nothing on screen labels the input. */
  readonly label?: string;
  readonly accept: string;
  readonly multiple?: boolean;
  /** Why the chosen file is refused, or that none was chosen; blank if nothing is wrong. */
  readonly error?: string;
  /** Id of a further description besides the label. */
  readonly describedBy?: string;
  readonly onChoose: (files: readonly [File, ...File[]]) => void;
  readonly children: ReactNode;
}

/** A hidden file input and the button that opens it. */
export const FileButton = (props: FileButtonProps) => {
  const {
    id,
    label,
    accept,
    multiple = false,
    error = '',
    describedBy,
    onChoose,
    ...button
  } = props;
  const { disabled = false } = button;
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={label}
        disabled={disabled}
        onChange={(event) => {
          const [first, ...others] = event.currentTarget.files ?? [];
          // Otherwise the same file, once corrected, could not be chosen again.
          event.currentTarget.value = '';
          if (first) onChoose([first, ...others]);
        }}
      />
      <Button
        variant="default"
        data-invalid={error !== '' || undefined}
        aria-describedby={
          [id && `${id}-label`, describedBy, error && errorId].filter(Boolean).join(' ') ||
          undefined
        }
        onClick={() => input.current?.click()}
        {...button}
      />
      {error !== '' && (
        <p id={errorId} className={classes['error']} role="alert">
          {error}
        </p>
      )}
    </>
  );
};
