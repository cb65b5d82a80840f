import { Link } from '@tanstack/react-router';
import { SchoolPage } from './school/school-page.tsx';

/** A teacher's own subjects. */
export default function TeacherPerformancePage() {
  return (
    <SchoolPage
      title="Your subjects"
      empty={{
        text: 'No published exam results of your subjects yet.',
        action: <Link to="/teacher/exams">Go to exams</Link>,
      }}
    />
  );
}
