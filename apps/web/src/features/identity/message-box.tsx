import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import classes from './sign-in-form.module.css';

export interface Message {
  readonly kind: 'error' | 'success';
  readonly text: string;
}

export const different = 'The two passwords are not the same.';
export const unreachable = 'Campus does not answer. Please try again.';

export const errorMessage = (text: string): Message => ({ kind: 'error', text });

/** The centred box above a form: red for errors, moss for success. */
export const MessageBox = ({ kind, text }: Message) => {
  const Icon = kind === 'error' ? IconAlertTriangle : IconCircleCheck;
  return (
    <div
      className={classes['message']}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <span>{text}</span>
    </div>
  );
};
