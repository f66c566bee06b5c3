/** The client's start: language and appearance first, so that nothing is painted twice. */
import '#design/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#i18n/i18n.ts';
import { reflectAppearance } from '#session/resolved-theme.ts';
import { App } from './app.tsx';
import { router } from './router.ts';

const element = document.getElementById('root');
if (element) {
  void start(element);
} else {
  console.error('App root element not found.');
}

async function start(root: HTMLElement): Promise<void> {
  reflectAppearance();
  // The page's own code and its data are on their way while the words load.
  void router.load();
  await startI18n();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
