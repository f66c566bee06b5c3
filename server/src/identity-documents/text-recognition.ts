/**
 * Starts tesseract with local files; by default it fetches its languages from a public host. Child processes only: it
 * keeps its memory until the process ends, and if a file is missing its promise never settles, so callers need a
 * deadline.
 */
import { dirname, join } from 'node:path';
import { createWorker, OEM, PSM } from 'tesseract.js';
import { packageFile } from '#ground/server-files.ts';

export interface Recognised {
  readonly text: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

export interface Recogniser {
  /** `png` is one block of printed text. */
  recognise(png: Buffer): Promise<Recognised>;
}

/** Small integer models: as accurate here as the large ones, and ready in a third of a second. */
const MODEL = '4.0.0_best_int';

export type Print = 'MRZ' | 'VIETNAMESE';

const LANGUAGES: Readonly<Record<Print, string>> = { MRZ: 'eng', VIETNAMESE: 'vie' };

export async function startRecogniser(print: Print): Promise<Recogniser> {
  const language = LANGUAGES[print];
  const packageOf = (name: string): string => dirname(packageFile(`${name}/package.json`));
  const worker = await createWorker(language, OEM.LSTM_ONLY, {
    workerPath: join(packageOf('tesseract.js'), 'src/worker-script/node/index.js'),
    corePath: packageOf('tesseract.js-core'),
    langPath: join(packageOf(`@tesseract.js-data/${language}`), MODEL),
    cacheMethod: 'none',
    gzip: true,
    // Otherwise a failure would be thrown where nobody can catch it.
    errorHandler: () => undefined,
  });
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
    // Without a resolution it guesses one, and reports the guess on stderr.
    user_defined_dpi: '300',
    ...(print === 'MRZ' ? { tessedit_char_whitelist: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<' } : {}),
  });
  return {
    async recognise(png) {
      const { data } = await worker.recognize(png);
      return { text: data.text, confidence: data.confidence / 100 };
    },
  };
}
