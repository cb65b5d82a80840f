import { calendar, type Role } from '@campus/contract';

/** What can be said of a page before anything is known: shown until React has drawn it. */
interface FirstFrame {
  /** The page's h1. `{name}` is who is signed in, as the sign-in page stored them. */
  readonly heading: string;
  /** Below the heading stands the day. */
  readonly day?: true;
  /** So many figures in a row, before the first card. */
  readonly figures?: number;
  /** Title of the first card. */
  readonly card?: string;
}

/** By address; other pages begin with bars. The browser tests compare them with the pages. */
const firstFrames: Readonly<Record<`/${Role}/${string}`, FirstFrame>> = {
  '/admin/dashboard': { heading: 'Overview', day: true, figures: 2, card: calendar.defaultTitle },
  '/admin/students': { heading: 'Students' },
  '/admin/teachers': { heading: 'Teachers' },
  '/admin/classes': { heading: 'Subjects' },
  '/admin/attendance': { heading: 'Attendance' },
  '/admin/assignments': { heading: 'Assignments' },
  '/admin/exams': { heading: 'Exams' },
  '/admin/events': { heading: 'Events' },
  '/admin/communication': { heading: 'Announcement' },
  '/teacher/dashboard': { heading: 'Welcome, {name}!' },
  '/teacher/attendance': { heading: 'Mark Attendance' },
  '/teacher/classes': { heading: 'Classes' },
  '/teacher/assignments': { heading: 'Assignments' },
  '/teacher/exams': { heading: 'Exams' },
  '/teacher/events': { heading: 'Events' },
  '/teacher/communication': { heading: 'Announcements' },
  '/student/dashboard': { heading: 'Welcome, {name}!' },
  '/student/attendance': { heading: 'Attendance' },
  '/student/assignments': { heading: 'Assignments' },
  '/student/exams': { heading: 'Exams' },
  '/student/events': { heading: 'Events' },
  '/student/communication': { heading: 'Announcements' },
};

const Frame = ({ heading, day, figures = 0, card }: FirstFrame) => (
  <>
    {/* Without a name there is nobody to greet: src/inline-scripts/greeting.js. */}
    {heading.includes('{name}') ? <p data-greeting={heading} /> : <p>{heading}</p>}
    {day && <i className="ff-day" />}
    {figures > 0 && (
      <div>
        {Array.from({ length: figures }, (_, at) => (
          <b key={`figure-${at}`} />
        ))}
      </div>
    )}
    <b>{card}</b>
  </>
);

/** For each address what is drawn in its first frame: src/inline-scripts/first-frame.css says how. */
export const framesByAddress = Object.entries(firstFrames).map(
  ([address, frame]) => [address, <Frame key={address} {...frame} />] as const,
);
