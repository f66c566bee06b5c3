/**
 * Starts tesseract from files of this machine only: by itself it asks a public host for its languages. Children only: it
 * keeps its memory until its process ends, and where a file is missing its promise never settles, so whoever waits for it
 * needs a deadline.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM, PSM } from 'tesseract.js';

export interface Recognised {
  readonly text: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

export interface Recogniser {
  /** `png` holds one block of print. */
  recognise(png: Buffer): Promise<Recognised>;
}

const require = createRequire(import.meta.url);
/** Small integer models: as exact here as the large ones, and ready in a third of a second. */
const MODEL = '4.0.0_best_int';

export type Print = 'MRZ' | 'VIETNAMESE';

const LANGUAGES: Readonly<Record<Print, string>> = { MRZ: 'eng', VIETNAMESE: 'vie' };

export async function startRecogniser(print: Print): Promise<Recogniser> {
  const language = LANGUAGES[print];
  const packageOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));
  const worker = await createWorker(language, OEM.LSTM_ONLY, {
    workerPath: join(packageOf('tesseract.js'), 'src/worker-script/node/index.js'),
    corePath: packageOf('tesseract.js-core'),
    langPath: join(packageOf(`@tesseract.js-data/${language}`), MODEL),
    cacheMethod: 'none',
    gzip: true,
    // Without it a failure would be thrown where nobody can catch it.
    errorHandler: () => undefined,
  });
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
    // A resolution that is not given is guessed, and the guess is told on stderr.
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
