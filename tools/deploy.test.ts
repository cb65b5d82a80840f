import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
// Plain JavaScript for Node 20, without types.
const scripts = '../scripts/install.js';
const { memoryEnv, nodeFlags } = (await import(scripts)) as {
  memoryEnv: Readonly<Record<string, string>>;
  nodeFlags: readonly string[];
};
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
const { groups } = parse(read('deploy/alerts.yml')) as { groups: { rules: Rule[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);

test('each alert has what Prometheus requires of a rule', () => {
  expect(alerts.length).toBeGreaterThan(10);
  for (const rule of alerts) {
    expect(Object.keys(rule)).toEqual([
      'alert',
      'expr',
      ...(rule.for ? ['for'] : []),
      'labels',
      'annotations',
    ]);
    expect(rule.for ?? '1m').toMatch(/^\d+[mh]$/);
    expect(['page', 'ticket']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/\.$/);
  }
});

test('each alert uses metrics that exist', () => {
  const made = new Set(
    [...read('apps/server/src/metrics.ts').matchAll(/'(campus_\w+)'/g)].map(([, name]) => name),
  );
  expect(made.size).toBeGreaterThan(10);
  const asked = alerts.flatMap(({ expr }) =>
    [...expr.matchAll(/\bcampus_\w+/g)].map(([name]) => name),
  );
  const missing = asked.filter((name) => !made.has(name.replace(/_(bucket|count|sum)$/, '')));
  expect(missing).toEqual([]);
  expect(asked.length).toBeGreaterThanOrEqual(alerts.length - 3);
});

test('the guide for operators says what to do about each alert', () => {
  const guide = read('docs/operating.md');
  expect(alerts.map(({ alert }) => alert).filter((name) => !guide.includes(`\`${name}\``))).toEqual(
    [],
  );
});

test('the service and the container start Campus with the settings of `npm start`', () => {
  const environment = Object.entries(memoryEnv).map(([name, value]) => `${name}=${value}`);
  const service = read('deploy/campus.service');
  const container = read('deploy/Containerfile');
  for (const flag of nodeFlags) {
    expect(service).toContain(` ${flag} `);
    expect(container).toContain(`"${flag}"`);
  }
  for (const one of environment) {
    expect(service).toContain(one);
    expect(container).toContain(one);
  }
});

test('the example environment has only variables that Campus knows', () => {
  const known = read('README.md');
  const names = [...read('deploy/campus.env').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !known.includes(`| \`${name}\``))).toEqual([]);
});
