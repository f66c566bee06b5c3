/** Reads how the client was built, from the file its build wrote (web/vite.config.ts). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const buildFacts = z.object({
  version: z.string(),
  mock: z.boolean(),
  devtools: z.boolean(),
  /** Origin to which its pages report errors; only an origin, so that nothing else can get into a header. */
  reportsTo: z
    .url()
    .refine((text) => new URL(text).origin === text)
    .nullable(),
});
/** `unknown`: there is a client, but how it was built is unknown. */
export type ClientBuild = z.infer<typeof buildFacts> | 'unknown';

/** Undefined if no client is built. */
export function readClientBuild(webFolder: string): ClientBuild | undefined {
  if (!existsSync(join(webFolder, 'index.html'))) return undefined;
  try {
    return buildFacts.parse(JSON.parse(readFileSync(join(webFolder, 'build-facts.json'), 'utf8')));
  } catch {
    return 'unknown';
  }
}
