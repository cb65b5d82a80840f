import { calendar, type Role } from '@campus/contract';

/** What is known of a page in advance; shown until React has rendered it. */
interface FirstFrame {
  /** The page's h1. `{name}` stands for the signed-in person's name, as stored by the sign-in page. */
  readonly heading: string;
  /** Shows the day below the heading. */
  readonly day?: true;
  /** Number of figures in a row before the first card. */
  readonly figures?: number;
  /** Title of the first card. */
  readonly card?: string;
}

/** By address; other pages show plain bars. The browser tests compare the frames with the pages. */
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
    {/* Filled in by src/inline-scripts/greeting.js; without a name there is no greeting. */}
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

/** The first frame of each address; styled by src/inline-scripts/first-frame.css. */
export const framesByAddress = Object.entries(firstFrames).map(
  ([address, frame]) => [address, <Frame key={address} {...frame} />] as const,
);
