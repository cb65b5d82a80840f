import { IconFileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** In place of a class that an address names and that is not there. */
export const noSuchClass = {
  icon: IconFileOff,
  text: 'There is no such class.',
  action: <Link to="/admin/attendance">All classes</Link>,
};
