// @vitest-environment jsdom
/** Checks that everything typed while the palette was opening ends up in its field. */
import { cleanup, render, screen } from '@testing-library/react';
import { Settings } from 'lucide-react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CommandPalette } from '#features/command-palette/command-palette.tsx';
import { startI18n } from '#i18n/i18n.ts';

beforeAll(() => startI18n());
afterEach(cleanup);

test('early keys are read when the field gets the focus, not before, because more may arrive until then', () => {
  const focusWhenAsked: (string | null | undefined)[] = [];
  const entry = (id: string, name: string) => ({ id, name, icon: Settings, run: vi.fn() });
  render(
    <CommandPalette
      contracts={[]}
      nearest={[]}
      groups={[{ name: 'Actions', entries: [entry('alerts', 'Price alerts'), entry('settings', 'Settings')] }]}
      takeTyped={() => {
        focusWhenAsked.push(document.activeElement?.getAttribute('role'));
        return focusWhenAsked.length === 1 ? 'sett' : '';
      }}
      onContract={vi.fn()}
      onClose={vi.fn()}
    />,
  );
  expect(focusWhenAsked[0]).toBe('combobox');
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('sett');
  expect(screen.getByRole('option').getAttribute('aria-selected')).toBe('true');
});
