import { IconAlertCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './toasts.css';

const icons = {
  success: <IconCircleCheckFilled size={22} aria-hidden />,
  error: <IconAlertCircle size={22} stroke={1.75} aria-hidden />,
};

type Kind = keyof typeof icons;

/** `about` is shown in small print: a class and its day, for example. */
const show = (containerId: string) => (kind: Kind) => (text: string, about?: string) =>
  toast(
    about ? (
      <div>
        {text}
        <small>{about}</small>
      </div>
    ) : (
      text
    ),
    {
      containerId,
      type: kind,
      icon: icons[kind],
      role: kind === 'success' ? 'status' : 'alert',
    },
  );

const general = show('general');
const attendance = show('attendance');

/** General toasts: top right, 5 seconds, dismissed by dragging on touch screens. */
export const notifySuccess = general('success');
export const notifyError = general('error');

/** Copies a text to the clipboard; `done` and `failed` are the messages for the outcome. */
export const copyText = async (text: string, done: string, failed: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(done);
  } catch {
    // The browser may forbid it.
    notifyError(failed);
  }
};

/** Toasts of the attendance screen: top centre, 3 seconds. */
export const attendanceToast = { success: attendance('success'), error: attendance('error') };

/** The containers of both kinds of toasts; once per page. Alt+T focuses them. */
export const Toasts = () => (
  <>
    <ToastContainer
      containerId="general"
      position="top-right"
      autoClose={5000}
      draggable="touch"
      draggablePercent={80}
      hideProgressBar
      hotKeys={(event) => event.altKey && event.code === 'KeyT'}
      aria-label="Notifications Alt+T"
    />
    <ToastContainer
      containerId="attendance"
      position="top-center"
      autoClose={3000}
      draggable="touch"
      draggablePercent={80}
      hideProgressBar
      aria-label="Attendance notifications"
    />
  </>
);
