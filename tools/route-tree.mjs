/** Writes the client's route tree from its route files, so that the compiler can read it before the first build. */
import { join } from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';
import { ROOT } from './build.mjs';

const WEB = join(ROOT, 'web');

export async function writeRouteTree() {
  const config = getConfig(
    {
      routesDirectory: 'src/app/routes',
      generatedRouteTree: 'src/app/route-tree.gen.ts',
      // As the build writes it (web/vite.config.ts).
      ...{ quoteStyle: 'single', semicolons: true, addExtensions: true, disableLogging: true },
    },
    WEB,
  );
  await new Generator({ config, root: WEB }).run();
}
