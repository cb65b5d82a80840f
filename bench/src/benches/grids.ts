import type { Browser, Page } from '@playwright/test';
import { percentile } from '../measure/fire.ts';
import { held, openBrowser, slowDown, timeInteractions } from '../measure/interactions.ts';
import { type Bench, cyclic, type Finding, shown, type SignedInTeacher } from './bench.ts';
import { create, createLargeSubject, openPage } from './large-class.ts';

/** Class sizes: a usual one, a large course, a whole university. */
const sizes = [200, 2000, 12_000] as const;
/** How much slower an ordinary phone is than this machine. */
const slower = 4;
/** In milliseconds: from the last byte of the reply, from a key to the next paint, and for pasting a column. */
const required = { firstRows: 300, key: 50, slowKey: 100, paste: 500 } as const;
const pasted = 2000;

interface LargeClass {
  readonly size: number;
  readonly roster: string;
  readonly exam: string;
}

/** Adds students: the other benchmarks' university has too few. */
const addStudents = ({ client }: Bench): Promise<unknown> =>
  client.query(
    `with added as (
       insert into people (role, email, name, univ_id)
       select 'student', 'further.' || n || '@example.edu', 'Further Student ' || n, 'FURTHER-' || n
       from generate_series(1, $1 - (select count(*)::int from students)) n returning id
     )
     insert into students (person_id, roll_no) select id, 'FURTHER-' || id from added`,
    [Math.max(...sizes)],
  );

/** Creates a subject with this many students, with an exam today. */
const createLargeClass = async (
  bench: Bench,
  teacher: SignedInTeacher,
  size: number,
): Promise<LargeClass> => {
  const named = { name: `Hall of ${size}`, code: `HALL${size}`, size };
  const id = await createLargeSubject(bench, teacher, named);
  const heldOn = new Date().toISOString().slice(0, 10);
  const exam = await create<{ id: string }>(bench, teacher.token, '/exams', {
    subjectId: id,
    title: 'Midterm',
    heldOn,
    maxMarks: 100,
  });
  return { size, roster: `/teacher/attendance?subject=${id}`, exam: `/teacher/exams/${exam.id}` };
};

type Noting = Window & { benchFirstRows?: number };

/** Opens a page signed in as this teacher, which records when the first rows of a grid are drawn. */
const openGridPage = async (browser: Browser, teacher: SignedInTeacher): Promise<Page> => {
  const page = await openPage(browser, teacher);
  await page.addInitScript(() => {
    const rows = new MutationObserver(() => {
      if (!document.querySelector('tbody [data-student], tbody [data-cell]')) return;
      rows.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => {
          (window as Noting).benchFirstRows = performance.now();
        }),
      );
    });
    rows.observe(document, { childList: true, subtree: true });
  });
  return page;
};

/** Time from the last byte of the class to its first rows on the screen. */
const firstRows = async (page: Page, address: string): Promise<number> => {
  await page.goto(address);
  await page.waitForFunction(() => (window as Noting).benchFirstRows !== undefined);
  return page.evaluate(() => {
    const reply = performance
      .getEntriesByType('resource')
      .find(({ name }) => /\/date\/|\/api\/exams\/\d+$/.test(name)) as PerformanceResourceTiming;
    return ((window as Noting).benchFirstRows ?? Number.NaN) - reply.responseEnd;
  });
};

/** The 90th percentile. */
const timeKeys = async (page: Page, keys: readonly string[]): Promise<number> =>
  percentile(
    await timeInteractions(page, 3 * keys.length, {
      act: (at, turn) => at.keyboard.press(cyclic(keys, turn), held),
    }),
    0.9,
  );

/** Time to paste a column into the first cell, until the page is drawn again. */
const timePaste = (page: Page): Promise<number> =>
  page
    .locator('[data-cell]')
    .first()
    .evaluate(async (cell, count) => {
      (cell as HTMLElement).focus();
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        'text/plain',
        Array.from({ length: count }, (_, n) => n % 100).join('\n'),
      );
      const from = performance.now();
      cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      await new Promise<void>((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      return performance.now() - from;
    }, pasted);

const finding = (what: string, took: number, most: number): Finding => ({
  what,
  campus: `${shown(took)} ms`,
  required: `under ${most} ms`,
  passed: took < most,
});

const measureLargeClass = async (
  page: Page,
  origin: string,
  { size, roster, exam }: LargeClass,
): Promise<Finding[]> => {
  const of = `of ${shown(size)}`;
  const findings: Finding[] = [];
  const keys = async (what: string, pressed: readonly string[]): Promise<void> => {
    const slow = `${what}, ${slower} times slower browser`;
    findings.push(finding(what, await timeKeys(page, pressed), required.key));
    const slowed = await slowDown(page, slower);
    findings.push(finding(slow, await timeKeys(page, pressed), required.slowKey));
    await slowed();
  };
  const rosterRows = await firstRows(page, `${origin}${roster}`);
  findings.push(finding(`Roster ${of}, first rows`, rosterRows, required.firstRows));
  await page.getByRole('searchbox', { name: 'Find a student' }).press('Enter');
  await keys(`Roster ${of}, P, A and the arrows`, ['p', 'ArrowDown', 'a', 'ArrowDown']);
  await keys(`Roster ${of}, End and Home`, ['End', 'Home']);
  await page.getByRole('button', { name: 'Mark the rest present' }).click();
  await page.locator('[data-student] input').first().focus();
  await keys(`Roster ${of}, all of it marked, P, A and the arrows`, ['a', 'ArrowDown', 'p']);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('campus-unsent:')) localStorage.removeItem(key);
  });

  const cells = await firstRows(page, `${origin}${exam}`);
  findings.push(finding(`Exam grid ${of}, first rows`, cells, required.firstRows));
  const rows = Math.min(size, pasted);
  findings.push(
    finding(`Exam grid ${of}, ${shown(rows)} marks pasted`, await timePaste(page), required.paste),
  );
  await page.locator('[data-cell]').first().focus();
  await keys(`Exam grid ${of}, digits and Enter`, ['7', '5', 'Enter']);
  await keys(`Exam grid ${of}, Ctrl+End and Ctrl+Home`, ['Control+End', 'Control+Home']);
  return findings;
};

/** Measures the roster and the grid of an exam in a browser, by the number of students. */
export const benchGrids = async (bench: Bench): Promise<Finding[]> => {
  const teacher = cyclic(bench.teachers, 0);
  await addStudents(bench);
  const browser = await openBrowser();
  try {
    const findings: Finding[] = [];
    for (const size of sizes) {
      const largeClass = await createLargeClass(bench, teacher, size);
      const page = await openGridPage(browser, teacher);
      // The browser asks before a page with unsent marks is left.
      page.on('dialog', (dialog) => void dialog.accept());
      findings.push(...(await measureLargeClass(page, bench.campus.origin, largeClass)));
      await page.close();
    }
    return findings;
  } finally {
    await browser.close();
  }
};
