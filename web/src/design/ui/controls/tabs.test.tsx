// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeptTabContent, Tab, Tabs, TabsList, useAwakeTab } from '#design/ui/controls/tabs.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Lists() {
  const [shown, show] = useState('orders');
  const awake = useAwakeTab(shown);
  return (
    <Tabs value={shown} onValueChange={show}>
      <TabsList>
        <Tab value="orders">Orders</Tab>
        <Tab value="positions">Positions</Tab>
      </TabsList>
      {['orders', 'positions'].map((name) => (
        <KeptTabContent key={name} value={name} isAwake={awake === name}>
          <input aria-label={name} />
        </KeptTabContent>
      ))}
    </Tabs>
  );
}

const isAwake = (name: string) => !screen.getByLabelText(name).closest('.hidden');
const press = (name: string) => fireEvent.mouseDown(screen.getByRole('tab', { name }), { button: 0 });

test('a tab responds to the press at once, and its content wakes right after', () => {
  render(<Lists />);
  press('Positions');
  expect(screen.getByRole('tab', { name: 'Positions' }).ariaSelected).toBe('true');
  expect([isAwake('orders'), isAwake('positions')]).toEqual([true, false]);
  act(() => vi.runAllTimers());
  expect([isAwake('orders'), isAwake('positions')]).toEqual([false, true]);
});

test('focus in a hidden tab moves to the tab that is shown', () => {
  render(<Lists />);
  press('Positions');
  screen.getByLabelText('orders').focus();
  act(() => vi.runAllTimers());
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Positions' }));
});

test('passing over a tab does not wake it, and a sleeping tab keeps what was typed', () => {
  render(<Lists />);
  fireEvent.change(screen.getByLabelText('orders'), { target: { value: 'ZCE' } });
  press('Positions');
  press('Orders');
  act(() => vi.runAllTimers());
  expect([isAwake('orders'), isAwake('positions')]).toEqual([true, false]);
  press('Positions');
  act(() => vi.runAllTimers());
  expect(screen.getByLabelText<HTMLInputElement>('orders').value).toBe('ZCE');
});
