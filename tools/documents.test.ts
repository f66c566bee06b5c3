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

/** What nobody runs here: there is no container engine where the tests run, and no systemd. */
describe('compose.yaml, Containerfile and the units', () => {
  const UNITS = ['mua.service', 'mua@.service', 'mua-backup.service'].map((name) => `deploy/${name}`);
  const [compose = '', container = '', ...units] = ['compose.yaml', 'Containerfile', ...UNITS].map(textOf);
  const [unit = '', template = '', backup = ''] = units;
  const operating = textOf('docs/operating/README.md');

  test('set settings that there are', () => {
    const ofProduct = compose.slice(compose.indexOf('\n  mua:'));
    const names = [
      ...[...ofProduct.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name),
      ...[...container.matchAll(/\b([A-Z_]+)=\S/g)].map(([, name]) => name),
      ...[...units.join('').matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name]) => name),
    ];
    expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'HOST', 'DATA_DIR']));
    const ofOthers = ['NODE_ENV', 'PATH'];
    expect(names.filter((name) => !operating.includes(`\`${name}\``) && !ofOthers.includes(`${name}`))).toEqual([]);
  });

  test('name programs, ports and folders that fit together', () => {
    const programs = [...[container, ...units].join('').matchAll(/(?:server\/dist|tools)\/[\w/-]+\.m?js/g)].map(
      ([path]) => path,
    );
    const sources = programs.map((path) => path.replace('server/dist', 'server/src').replace(/main\.js$/, 'main.ts'));
    expect(sources).toEqual([
      ...['server/src/app/main.ts', 'tools/start.mjs', 'server/src/app/main.ts'],
      'tools/operator.mjs',
    ]);
    for (const source of sources) expect(existsSync(join(ROOT, source))).toBe(true);
    const [, file = ''] = /dockerfile: (\S+)/.exec(compose) ?? [];
    expect(existsSync(join(ROOT, file))).toBe(true);
    const port = /`HOST` `PORT` \| `127\.0\.0\.1` `(\d+)`/.exec(operating)?.[1];
    expect(compose).toContain(`127.0.0.1:${port}:${port}`);
    expect(container).toContain(`EXPOSE ${port}`);
    const dataDir = /DATA_DIR=(\S+)/.exec(container)?.[1];
    expect(compose).toContain(`data:${dataDir}`);
    expect(container).toContain(`VOLUME ${dataDir}`);
    expect(unit).toContain(`Environment=DATA_DIR=${dataDir}\n`);
    expect(template).toContain(`Environment=DATA_DIR=${dataDir}/%i\n`);
    // A backup is made of what the server has, with what it is told.
    for (const line of [`Environment=DATA_DIR=${dataDir}\n`, 'EnvironmentFile=-/etc/mua.env\n', 'User=mua\n'])
      expect([unit.includes(line), backup.includes(line)]).toEqual([true, true]);
  });

  test('may read the keys that the guide has made for them', () => {
    const keys = [...operating.matchAll(/(?:-keyout|genpkey .*-out) (\/etc\/mua\/\S+)/g)].map(([, key = '']) => key);
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(operating).toContain(`chown root:mua ${key} && chmod 640 ${key}\n`);
    const folders = [...operating.matchAll(/^.*(?:mkdir|install -d).* \/etc\/mua$/gm)].map(([line]) => line);
    expect(folders.filter((line) => !line.endsWith('install -d -m 750 -g mua /etc/mua'))).toEqual([]);
  });
});

const NPM_ITSELF = new Set(['install', 'ci']);
