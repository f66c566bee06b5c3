// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchChoice, SearchMenu } from '#design/ui/dialogs/search-menu.tsx';

const NAMES = ['Đậu tương', 'Lúa mì', 'Ngô'];
const toggled = vi.fn();

afterEach(() => {
  cleanup();
  toggled.mockReset();
});

function Menu() {
  const [query, setQuery] = useState('');
  const found = NAMES.filter((name) => name.includes(query));
  return (
    <SearchMenu query={query} onQuery={setQuery} label="Tìm" nothing={found.length === 0 ? 'Không thấy' : null}>
      <ul>
        {found.map((name) => (
          <SearchChoice
            key={name}
            isOn={name === 'Ngô'}
            isDisabled={name === 'Lúa mì'}
            onToggle={() => toggled(name)}
            after={name === 'Ngô' && <button type="button">Cài đặt</button>}
          >
            {name}
          </SearchChoice>
        ))}
      </ul>
    </SearchMenu>
  );
}

function press(key: string): Element | null {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
  return document.activeElement;
}

test('arrows walk the rows that can be chosen, to the controls beside them, and back to the field', () => {
  render(<Menu />);
  const field = screen.getByRole('textbox', { name: 'Tìm' });
  const row = (name: string) => screen.getByRole('checkbox', { name });
  expect(document.activeElement).toBe(field);
  expect(press('ArrowUp')).toBe(field);
  expect(press('ArrowDown')).toBe(row('Đậu tương'));
  expect(press('ArrowRight')).toBe(row('Đậu tương'));
  expect(press('ArrowDown')).toBe(row('Ngô'));
  // Below the last row there is nothing, and the list does not scroll either.
  expect(fireEvent.keyDown(row('Ngô'), { key: 'ArrowDown' })).toBe(false);
  expect(document.activeElement).toBe(row('Ngô'));
  expect(press('ArrowRight')).toBe(screen.getByRole('button', { name: 'Cài đặt' }));
  expect(press('ArrowUp')).toBe(row('Đậu tương'));
  expect(press('ArrowDown')).toBe(row('Ngô'));
  press('ArrowRight');
  expect(press('ArrowLeft')).toBe(row('Ngô'));
  press('ArrowUp');
  expect(press('ArrowUp')).toBe(field);
});

test('Enter takes the first row found, and nothing before something is typed', () => {
  render(<Menu />);
  const field = screen.getByRole('textbox', { name: 'Tìm' });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(toggled).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: 'Ng' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(toggled.mock.calls).toEqual([['Ngô']]);
  fireEvent.change(field, { target: { value: 'vàng' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(toggled).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status').textContent).toBe('Không thấy');
});

test('a row of a listbox is an option, walked like any other', () => {
  render(
    <SearchMenu query="" onQuery={() => {}} label="Tìm" nothing={null}>
      <div role="listbox" aria-label="Tỉnh">
        {NAMES.map((name) => (
          <SearchChoice key={name} isOption isOn={name === 'Ngô'} onToggle={() => toggled(name)}>
            {name}
          </SearchChoice>
        ))}
      </div>
    </SearchMenu>,
  );
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(press('ArrowDown')).toBe(screen.getByRole('option', { name: 'Đậu tương', selected: false }));
  press('ArrowDown');
  expect(press('ArrowDown')).toBe(screen.getByRole('option', { name: 'Ngô', selected: true }));
});
