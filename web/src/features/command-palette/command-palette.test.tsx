// @vitest-environment jsdom
/** The palette as it comes to stand: what was typed meanwhile is in its field, to the last letter. */
import { cleanup, render, screen } from '@testing-library/react';
import { Settings } from 'lucide-react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CommandPalette } from '#features/command-palette/command-palette.tsx';
import { startI18n } from '#i18n/i18n.ts';

beforeAll(() => startI18n());
afterEach(cleanup);

test('what was typed early is asked for when the field has the focus, not before: letters come until then', () => {
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
