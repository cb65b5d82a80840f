import { useId, useRef } from 'react';
import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import classes from './pdf-picker.module.css';

interface PdfPickerProps {
  readonly label: string;
  readonly file: File | null;
  readonly disabled: boolean;
  readonly onChoose: (file: File) => void;
}

const kilobytes = new Intl.NumberFormat('en', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Takes one file and says its name and its size in KB. What kind it must be is for `onChoose` to say. */
export const PdfPicker = ({ label, file, disabled, onChoose }: PdfPickerProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <label className={classes['label']} htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      <div className={classes['row']}>
        <IconFileTypePdf
          className={classes['icon']}
          data-chosen={file !== null || undefined}
          size={28}
          stroke={1.5}
          aria-hidden
        />
        <output className={classes['file']} htmlFor={id}>
          {file ? (
            <>
              <span className={classes['name']}>{file.name}</span>
              <span className={classes['size']}>{kilobytes.format(file.size / 1024)} KB</span>
            </>
          ) : (
            <span className={classes['size']}>No file selected</span>
          )}
        </output>
        <input
          ref={input}
          id={id}
          type="file"
          accept="application/pdf,.pdf"
          hidden
          disabled={disabled}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            // Without this the same file, saved again, could not be chosen again.
            event.currentTarget.value = '';
            if (chosen) onChoose(chosen);
          }}
        />
        <Button
          variant="default"
          disabled={disabled}
          aria-describedby={`${id}-label`}
          onClick={() => input.current?.click()}
        >
          {file ? 'Change' : 'Choose a file'}
        </Button>
      </div>
    </div>
  );
};
