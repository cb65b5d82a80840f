import { IconAlertCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './toasts.css';

const icons = {
  success: <IconCircleCheckFilled size={22} aria-hidden />,
  error: <IconAlertCircle size={22} stroke={1.75} aria-hidden />,
};

type Kind = keyof typeof icons;

/** `about` names in small what it was about: a class and its day. */
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

/** General toasts: top right, 5 seconds, dragged away by touch. */
export const notifySuccess = general('success');
export const notifyError = general('error');

/** Puts a text where it can be pasted from; `done` and `failed` say how it went. */
export const copyText = async (text: string, done: string, failed: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(done);
  } catch {
    // The browser may forbid it.
    notifyError(failed);
  }
};

/** The attendance screen's own: top centre, 3 seconds. */
export const attendanceToast = { success: attendance('success'), error: attendance('error') };

/** Both places where toasts appear; once a page. Alt+T moves the focus to them. */
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
