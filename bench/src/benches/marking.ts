import assert from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { percentile } from '../measure/fire.ts';
import {
  type Act,
  held,
  type Interaction,
  openBrowser,
  slowDown,
  timeInteractions,
  watchInteractions,
} from '../measure/interactions.ts';
import { type Bench, cyclic, type Finding, type SignedInTeacher, twoDigits } from './bench.ts';
import { createLargeSubject, openPage, viewport } from './large-class.ts';

/** How much slower an ordinary phone or a teacher's old laptop is than this machine. */
const slower = 4;
const students = 300;
/** The time limit; on a machine on which the bare page takes almost as long, this multiple of the bare page's time. */
const required = { milliseconds: 50, times: 1.5 } as const;

const subject = { name: 'Great Hall', code: 'GH300', size: students };

/** Opens the marking page with the large class as this teacher, then slows the browser down. */
const openMarking = async (
  browser: Browser,
  origin: string,
  teacher: SignedInTeacher,
): Promise<Page> => {
  const page = await openPage(browser, teacher);
  await page.goto(`${origin}/teacher/attendance`);
  const label = `${subject.name} (${subject.code})`;
  await page.getByLabel('Subject', { exact: true }).selectOption({ label });
  await page
    .getByRole('radiogroup')
    .nth(students - 1)
    .waitFor();
  await slowDown(page, slower);
  return page;
};

const press =
  (...keys: readonly string[]): Act =>
  (page, turn) =>
    page.keyboard.press(cyclic(keys, turn), held);

interface Round extends Interaction {
  readonly what: string;
  readonly turns: number;
  /** Brings the page to where the interactions begin; not measured. */
  readonly begin?: (page: Page) => Promise<void>;
}

/** Adjacent students, all on the screen at once. */
const clicked = { first: 20, students: 6 } as const;

const search = (page: Page) => page.getByRole('searchbox', { name: 'Find a student' });

const rounds: readonly Round[] = [
  {
    what: 'Mark the rest present, and Undo',
    turns: 10,
    ready: (page, turn) =>
      page.getByRole('button', { name: turn % 2 === 0 ? 'Mark the rest present' : 'Undo' }).focus(),
    act: press('Enter'),
  },
  {
    what: 'P, A and the arrows',
    turns: 40,
    begin: async (page) => {
      await search(page).focus();
      await page.keyboard.press('Enter');
    },
    act: press('p', 'ArrowDown', 'a', 'ArrowDown'),
  },
  {
    what: 'Present and Absent by pointer',
    turns: 20,
    begin: (page) =>
      page
        .getByRole('radiogroup')
        .nth(clicked.first + clicked.students / 2)
        .evaluate((group) => group.scrollIntoView({ block: 'center' })),
    ready: async (page, turn) => {
      const student = clicked.first + (Math.floor(turn / 2) % clicked.students);
      const box = await page
        .getByRole('radiogroup')
        .nth(student)
        .getByRole('radio', { name: turn % 2 === 0 ? 'Present' : 'Absent' })
        .boundingBox();
      assert(box);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    },
    act: async (page) => {
      await page.mouse.down();
      await page.waitForTimeout(held.delay);
      await page.mouse.up();
    },
  },
  {
    what: 'A letter of a remark',
    turns: 20,
    begin: async (page) => {
      await search(page).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('r');
    },
    act: press('m', 'a', 'r', 'k'),
  },
  {
    what: 'A letter of the search',
    turns: 20,
    begin: (page) => search(page).focus(),
    act: press('m', 'a', 'Backspace', 'Backspace'),
  },
  {
    what: 'Unmarked only, on and off',
    turns: 10,
    begin: (page) => page.getByRole('checkbox', { name: 'Unmarked only' }).focus(),
    act: press(' '),
  },
];

/** The limit: as many students in plain HTML rows, with a script that moves the focus and marks. */
const barePage = `<!doctype html><title>Roster</title><table>${Array.from(
  { length: students },
  (_, index) =>
    `<tr><td>${index}<td>Student ${index}<br>student.${index}@example.edu<td>C-${index}` +
    `<td><label><input type="radio" name="${index}" value="p">Present</label>` +
    `<label><input type="radio" name="${index}" value="a">Absent</label>` +
    `<td><input placeholder="Add a remark">`,
).join('')}</table>
<script>
const rows = document.querySelectorAll('tr');
let at = 0;
addEventListener('keydown', ({ key }) => {
  if (key === 'ArrowDown') at += 1;
  const radio = rows[at].querySelector('[value=' + (key === 'a' ? 'a' : 'p') + ']');
  radio.focus();
  if (key !== 'ArrowDown') radio.checked = true;
});
</script>`;

const openBarePage = async (page: Page): Promise<void> => {
  await watchInteractions(page);
  await page.goto(`data:text/html,${encodeURIComponent(barePage)}`);
  await slowDown(page, slower);
};

const shownTimes = (times: readonly number[]): string =>
  `median ${percentile(times, 0.5)} ms, p90 ${percentile(times, 0.9)} ms`;

interface Pages {
  readonly bare: Page;
  readonly marking: Page;
}

/** Measures from a key or a click to the next paint, on the marking page with 300 students. */
const measureMarking = async ({ bare, marking }: Pages): Promise<Finding[]> => {
  const limit: number[] = [];
  const taken: { readonly what: string; readonly times: readonly number[] }[] = [];
  // Interleaved with the limit, so that other load on the machine affects both.
  for (const { what, turns, begin, ...interaction } of rounds) {
    await bare.bringToFront();
    limit.push(
      ...(await timeInteractions(bare, 8, { act: press('p', 'ArrowDown', 'a', 'ArrowDown') })),
    );
    await marking.bringToFront();
    await begin?.(marking);
    taken.push({ what, times: await timeInteractions(marking, turns, interaction) });
  }
  const bound = Math.max(required.milliseconds, required.times * percentile(limit, 0.9));
  return taken.map(({ what, times }) => {
    const p90 = percentile(times, 0.9);
    return {
      what: `Marking ${students} students, ${slower} times slower browser: ${what}`,
      limit: shownTimes(limit),
      campus: shownTimes(times),
      ratio: twoDigits(p90 / percentile(limit, 0.9)),
      required: `p90 under ${required.milliseconds} ms, or ${required.times} times the limit`,
      passed: p90 < bound,
    };
  });
};

export const benchMarking = async (bench: Bench): Promise<Finding[]> => {
  const teacher = cyclic(bench.teachers, 0);
  await createLargeSubject(bench, teacher, subject);
  const browser = await openBrowser();
  try {
    const bare = await browser.newPage({ viewport });
    await openBarePage(bare);
    const marking = await openMarking(browser, bench.campus.origin, teacher);
    return await measureMarking({ bare, marking });
  } finally {
    await browser.close();
  }
};
