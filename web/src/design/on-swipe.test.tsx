// @vitest-environment jsdom
/** One finger, sideways, fast: anything else is somebody's scrolling, drag or choice. */
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { onSwipe } from '#design/on-swipe.ts';

afterEach(cleanup);

const swiped = vi.fn();

function Page() {
  return (
    <div data-testid="page" onTouchStart={onSwipe(swiped)}>
      <p>rows</p>
      <div role="application">chart</div>
      <input />
    </div>
  );
}

interface Move {
  readonly x: number;
  readonly y?: number;
  readonly ms?: number;
  readonly fingers?: number;
}

function move(on: Element, { x, y = 0, ms = 200, fingers = 1 }: Move): void {
  const touches = Array.from({ length: fingers }, () => ({ clientX: 200, clientY: 300 }));
  const start = createEvent.touchStart(on, { touches });
  const end = createEvent.touchEnd(on, { changedTouches: [{ clientX: 200 + x, clientY: 300 + y }] });
  Object.defineProperty(start, 'timeStamp', { value: 1000 });
  Object.defineProperty(end, 'timeStamp', { value: 1000 + ms });
  fireEvent(on, start);
  fireEvent(on, end);
}

test.each<[string, Move, number[]]>([
  ['to the left: the next one', { x: -80 }, [1]],
  ['to the right: the one before', { x: 80 }, [-1]],
  ['a little slanted', { x: -80, y: 30 }, [1]],
  ['hardly moved', { x: -40 }, []],
  ['mostly down: it scrolls', { x: -80, y: 60 }, []],
  ['slowly: it selects', { x: -80, ms: 900 }, []],
  ['with two fingers: it zooms', { x: -80, fingers: 2 }, []],
])('%s', (_name, how, steps) => {
  swiped.mockClear();
  render(<Page />);
  move(screen.getByText('rows'), how);
  expect(swiped.mock.calls.flat()).toEqual(steps);
});

test('a chart and a field keep their finger', () => {
  swiped.mockClear();
  render(<Page />);
  for (const own of [screen.getByRole('application'), screen.getByRole('textbox')]) move(own, { x: -80 });
  expect(swiped).not.toHaveBeenCalled();
});
