import { useId } from 'react';
import { IconFileTypePdf } from '@tabler/icons-react';
import { FileButton } from '../../ui/file-button.tsx';
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
        <FileButton
          id={id}
          accept="application/pdf,.pdf"
          disabled={disabled}
          onChoose={([chosen]) => onChoose(chosen)}
        >
          {file ? 'Change' : 'Choose a file'}
        </FileButton>
      </div>
    </div>
  );
};
