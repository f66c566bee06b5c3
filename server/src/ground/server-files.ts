/**
 * Where the files of this package lie. It is asked by its name: the build gathers the modules in a few files
 * (tools/build.mjs), so no module knows its own place.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);

/** Has `templates`, `migrations` and `package.json` in it. */
export const SERVER_FOLDER = new URL('./', pathToFileURL(require.resolve('@mua/server/package.json')));

/** Tests run the sources, the product what was built of them. */
export const RUNS_SOURCES = import.meta.url.endsWith('.ts');

/** The file of a module that is run by itself: `folder/module`, one of those that the build makes a file of. */
export function moduleFile(name: string): URL {
  return new URL(RUNS_SOURCES ? `src/${name}.ts` : `dist/${name}.js`, SERVER_FOLDER);
}

/** The path of a package's file: `package/file`, or its entry. */
export function packageFile(name: string): string {
  return require.resolve(name);
}
