/** Starts the client: language and appearance come first, so that nothing is painted twice. */
import '#design/theme.css';
import { StrictMode } from 'react';
import { createRoot, type RootOptions } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { reportError } from '#app/error-listener.ts';
import { router } from '#app/router.ts';
import { startI18n } from '#i18n/i18n.ts';
import { afterFirstPrice } from '#market/first-price.ts';
import { keepInstallOffer } from '#session/install-offer.ts';
import { reflectAppearance } from '#session/resolved-theme.ts';
import { ConfigFaults, clientConfig } from '#wire/client-config.ts';

const element = document.getElementById('root');
if (element) {
  void start(element);
} else {
  console.error('App root element not found.');
}

async function start(root: HTMLElement): Promise<void> {
  const faults = configFaults();
  if (faults) return sayFaults(root, faults);
  reflectAppearance();
  keepInstallOffer();
  if (import.meta.env.WITH_MOCK) await (await import('#mock/start-mock.ts')).startMock();
  // The page's code and data are fetched while the texts load.
  void router.load();
  await startI18n();
  createRoot(root, import.meta.env.WITH_REPORTING ? REPORTED : {}).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  if (import.meta.env.WITH_REPORTING) afterFirstPrice(() => void reportErrors());
}

function configFaults(): ConfigFaults | undefined {
  try {
    clientConfig();
    return undefined;
  } catch (error) {
    if (error instanceof ConfigFaults) return error;
    throw error;
  }
}

/** Nothing of the product can be relied on here, including its texts: plain text, for the developer. */
function sayFaults(root: HTMLElement, faults: ConfigFaults): void {
  console.error(faults.message);
  const lines = document.createElement('pre');
  lines.setAttribute('role', 'alert');
  lines.textContent = faults.message;
  root.replaceChildren(lines);
}

/** Logs as React does by default, and passes the error on. Uncaught errors reach the window and are handled there. */
const REPORTED: RootOptions = {
  onCaughtError: (error) => {
    console.error(error);
    reportError(error);
  },
};

async function reportErrors(): Promise<void> {
  const { sentryDsn } = clientConfig();
  if (sentryDsn === null) return;
  const { startErrorReporting } = await import('#app/error-reporting.ts');
  startErrorReporting({
    dsn: sentryDsn,
    release: __APP_VERSION__,
    watchPath: (listener) => {
      listener(router.state.location.pathname);
      router.subscribe('onBeforeNavigate', ({ toLocation }) => listener(toLocation.pathname));
    },
  });
}
