/** The browser's offer to install the product, kept until somebody takes it: it is never put in anybody's way. */
import { create } from 'zustand';

/** Of Chromium; no other browser has it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

export const useInstallOffer = create<{ readonly offer: InstallPromptEvent | null }>()(() => ({ offer: null }));

/** Called once, at the start: the browser offers it early. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstallOffer.setState({ offer: event as InstallPromptEvent });
  });
  window.addEventListener('appinstalled', () => useInstallOffer.setState({ offer: null }));
}

/** An offer can be taken up once. */
export async function takeInstallOffer(): Promise<void> {
  const { offer } = useInstallOffer.getState();
  useInstallOffer.setState({ offer: null });
  await offer?.prompt();
}
