import { useState } from 'react';
import { saveFile } from '../../../lib/save-download.ts';
import classes from './second-factor.module.css';

/** Prints from a frame, so that the page around the codes is not printed. */
const print = (text: string): void => {
  const frame = document.createElement('iframe');
  frame.className = classes['printed'] ?? '';
  document.body.append(frame);
  const sheet = frame.contentDocument?.createElement('pre');
  if (!sheet) return;
  sheet.textContent = text;
  frame.contentDocument?.body.append(sheet);
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow?.print();
};

/** Shown once: the codes that open the account if the app is lost. */
export const RecoveryCodes = ({ codes }: { readonly codes: readonly string[] }) => {
  const [copied, setCopied] = useState('');
  const text = `Recovery codes for Campus, each works once\n\n${codes.join('\n')}\n`;
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied('Copied.'),
      () => setCopied('They could not be copied. Please select them by hand.'),
    );
  };
  return (
    <>
      <p className={classes['text']}>
        Each of these codes signs you in once when you do not have the app at hand. They are not
        shown again: keep them where nobody else finds them, and not on the same phone.
      </p>
      <ul className={classes['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes['actions']}>
        <button type="button" onClick={copy}>
          Copy
        </button>
        <button
          type="button"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          Download
        </button>
        <button type="button" onClick={() => print(text)}>
          Print
        </button>
      </div>
      <output className={classes['text']}>{copied}</output>
    </>
  );
};
