/** Checks the documents: every link has a target, and every npm command exists. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const textOf = (document: string) => readFileSync(join(ROOT, document), 'utf8');

/** Builds a heading's anchor. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

describe('documents', () => {
  test('there are documents to check', () => {
    expect(DOCUMENTS.length).toBeGreaterThan(60);
  });

  test('every link leads to an existing file and heading', () => {
    const lost = DOCUMENTS.flatMap((document) =>
      [...textOf(document).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? join(ROOT, document) : join(ROOT, dirname(document), path);
        if (!existsSync(target)) return [`${document}: ${link}`];
        if (anchor === undefined) return [];
        const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
          anchorOf(text),
        );
        return headings.includes(anchor) ? [] : [`${document}: ${link}`];
      }),
    );
    expect(lost).toEqual([]);
  });

  test('every npm command is a script', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const known = new Set(Object.keys(scripts));
    const lost = DOCUMENTS.flatMap((document) =>
      [...textOf(document).matchAll(/(?:`|^)npm (?:run (?:-s )?)?([a-z]+)/gm)].flatMap(([, name = '']) =>
        known.has(name) || NPM_ITSELF.has(name) ? [] : [`${document}: npm ${name}`],
      ),
    );
    expect(lost).toEqual([]);
  });
});

const NPM_ITSELF = new Set(['install', 'ci']);
