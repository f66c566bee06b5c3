/**
 * The page that checks statements, as one file that anybody keeps (docs/rules/proof.md#how-to-check): it works from a disk,
 * without a network and without this server. Built by saved-copy.config.ts.
 */
import '#design/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadProofWords, startI18n } from '#i18n/i18n.ts';
import { SavedCopy } from '#pages/verify/saved-copy/saved-copy.tsx';

const isDark = matchMedia('(prefers-color-scheme: dark)');
const follow = (): void => void document.documentElement.classList.toggle('dark', isDark.matches);
isDark.addEventListener('change', follow);
follow();

await Promise.all([startI18n(), loadProofWords()]);
const element = document.getElementById('root');
if (element)
  createRoot(element).render(
    <StrictMode>
      <SavedCopy />
    </StrictMode>,
  );
