import { IconFileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** Shown when the address names a class that does not exist. */
export const noSuchClass = {
  icon: IconFileOff,
  text: 'There is no such class.',
  action: <Link to="/admin/attendance">All classes</Link>,
};
