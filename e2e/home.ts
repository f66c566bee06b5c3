/** Playwright calls the default export before all stories. */
import { makeBegunHome } from '../server/test/fixtures/begun-home.ts';

export default makeBegunHome;
