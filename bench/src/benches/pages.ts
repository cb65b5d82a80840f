import type { Page } from '@playwright/test';
import { median } from '../measure/rounds.ts';
import { timeScreenChange } from '../measure/screens.ts';
import { openVisitor, type Scores, type Session, type Visitor } from '../measure/visits.ts';
import { type Bench, cyclic, type Finding, shown } from './bench.ts';

/** An odd number, so that the median is an actual visit. Desktops are far from their limit. */
const visits = { phone: 3, desktop: 1 } as const;

interface Demand {
  readonly address: string;
  readonly performance: { readonly desktop: number; readonly phone: number };
  /** On a phone, in milliseconds. */
  readonly largestPaint?: number;
  /** Of a first visit, in bytes. */
  readonly all?: number;
  readonly scripts?: number;
}

const publicPage = { performance: { desktop: 100, phone: 98 }, largestPaint: 950 } as const;
const dashboard = { performance: { desktop: 95, phone: 95 }, scripts: 230_000 } as const;

/** By who opens the page: a visitor, or a signed-in person. */
const demands = {
  visitor: [
    { address: '/', ...publicPage },
    { address: '/signin', ...publicPage, all: 75_000, scripts: 16_000 },
  ],
  admin: [{ address: '/admin/dashboard', ...dashboard }],
  teacher: [
    { address: '/teacher/dashboard', ...dashboard },
    // A class of 200 students.
    { address: '/teacher/attendance', performance: dashboard.performance, all: 290_000 },
  ],
  student: [{ address: '/student/dashboard', ...dashboard }],
} as const satisfies Record<string, readonly Demand[]>;

type Who = keyof typeof demands;

/** Two screens of each role, switched between. */
const screens: Readonly<Record<Exclude<Who, 'visitor'>, readonly string[]>> = {
  admin: ['/admin/students', '/admin/classes'],
  teacher: ['/teacher/students', '/teacher/attendance'],
  student: ['/student/attendance', '/student/dashboard'],
};
const cachedWithin = 100;

const finding = (what: string, campus: string, required: string, passed: boolean): Finding => ({
  what,
  campus,
  required,
  passed,
});

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
const kilobytes = (bytes: number): string => `${shown(bytes / 1000)} kB`;

/** The median of each number over several visits; a single slow visit on a busy machine says nothing. */
const typical = (scores: readonly Scores[]): Scores => {
  const of = (name: keyof Scores): number => median(scores.map((score) => score[name]));
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('bestPractices'),
    largestPaint: of('largestPaint'),
    shift: of('shift'),
    blocking: of('blocking'),
  };
};

const rateOn = async (
  visitor: Visitor,
  { address, performance, largestPaint = Number.POSITIVE_INFINITY }: Demand,
  device: 'desktop' | 'phone',
): Promise<Finding> => {
  const scores: Scores[] = [];
  for (let visit = 0; visit < visits[device]; visit += 1)
    scores.push(await visitor.rate(address, device));
  const got = typical(scores);
  const paint = device === 'phone' ? largestPaint : Number.POSITIVE_INFINITY;
  const required = [
    `performance ${performance[device]}, others 100, no shift`,
    ...(Number.isFinite(paint) ? [`largest paint under ${seconds(paint)}`] : []),
  ];
  return finding(
    `${address}, ${device}`,
    `performance ${got.performance}, accessibility ${got.accessibility}, best practices ${got.bestPractices}; largest paint ${seconds(got.largestPaint)}, blocked ${shown(got.blocking)} ms, shift ${got.shift.toFixed(3)}`,
    required.join('; '),
    got.performance >= performance[device] &&
      got.accessibility === 100 &&
      got.bestPractices === 100 &&
      got.shift < 0.005 &&
      got.largestPaint < paint,
  );
};

const weigh = async (visitor: Visitor, { address, all, scripts }: Demand): Promise<Finding[]> => {
  const weight = await visitor.weigh(address);
  const found = (what: string, bytes: number, most: number | undefined): Finding[] =>
    most === undefined
      ? []
      : [
          finding(
            `${address}, first visit, ${what}`,
            kilobytes(bytes),
            `at most ${kilobytes(most)}`,
            bytes <= most,
          ),
        ];
  return [...found('everything', weight.all, all), ...found('scripts', weight.scripts, scripts)];
};

const turns = 10;

const timeScreens = async (page: Page, origin: string, who: keyof typeof screens) => {
  const addresses = screens[who];
  await page.goto(`${origin}/${who}/dashboard`);
  // The application is loaded after the first frame.
  await page.locator('nav a').first().waitFor();
  await page.waitForLoadState('networkidle');
  const times: number[] = [];
  for (let turn = 0; turn < turns + addresses.length; turn += 1) {
    const taken = await timeScreenChange(page, cyclic(addresses, turn));
    await page.waitForLoadState('networkidle');
    if (turn >= addresses.length) times.push(taken);
  }
  const usual = median(times);
  return finding(
    `Between screens seen before, ${who}`,
    `median ${shown(usual)} ms, at most ${shown(Math.max(...times))} ms`,
    `median under ${cachedWithin} ms`,
    usual < cachedWithin,
  );
};

/** Measures the pages in a real browser: their weight, Lighthouse scores, and how fast screens change. */
export const benchPages = async (bench: Bench): Promise<Finding[]> => {
  const { origin } = bench.campus;
  const names = new Map(
    [bench.data.admin, ...bench.data.teachers, ...bench.data.students].map((person) => [
      person.email,
      person.name,
    ]),
  );
  const session = (role: string, { email, token }: { email: string; token: string }): Session => ({
    authToken: token,
    userRole: role,
    userEmail: email,
    userName: names.get(email) ?? '',
  });
  const people: Readonly<Record<Who, Session>> = {
    visitor: {},
    admin: session('admin', { email: bench.data.admin.email, token: bench.adminToken }),
    teacher: session('teacher', cyclic(bench.teachers, 1)),
    student: session('student', cyclic(bench.students, 1)),
  };
  const findings: Finding[] = [];
  for (const [who, pages] of Object.entries(demands) as [Who, readonly Demand[]][]) {
    const visitor = await openVisitor(origin, people[who]);
    try {
      for (const demand of pages) {
        findings.push(...(await weigh(visitor, demand)));
        for (const device of ['phone', 'desktop'] as const)
          findings.push(await rateOn(visitor, demand, device));
      }
      if (who !== 'visitor')
        findings.push(await timeScreens(await visitor.context.newPage(), origin, who));
    } finally {
      await visitor.close();
    }
  }
  return findings;
};
