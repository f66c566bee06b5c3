/** What the client was built with, as its build wrote it down beside its files (web/vite.config.ts). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const buildFacts = z.object({
  version: z.string(),
  mock: z.boolean(),
  devtools: z.boolean(),
  /** Where its pages report errors to: an origin, so that nothing else can be put into a header. */
  reportsTo: z
    .url()
    .refine((text) => new URL(text).origin === text)
    .nullable(),
});
/** `unknown`: there is a client, and nobody can tell how it was built. */
export type ClientBuild = z.infer<typeof buildFacts> | 'unknown';

/** Undefined where no client is built. */
export function readClientBuild(webFolder: string): ClientBuild | undefined {
  if (!existsSync(join(webFolder, 'index.html'))) return undefined;
  try {
    return buildFacts.parse(JSON.parse(readFileSync(join(webFolder, 'build-facts.json'), 'utf8')));
  } catch {
    return 'unknown';
  }
}
