import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { oncePerFrame, oneAFrame, onNextFrame } from '#clock/frame.ts';
import { createFrameValue } from '#clock/frame-value.ts';

describe('frames', () => {
  let asked: (() => void)[] = [];
  const paint = () => {
    const frames = asked;
    asked = [];
    for (const frame of frames) frame();
  };

  beforeEach(() => {
    asked = [];
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => asked.push(frame));
  });
  afterEach(() => vi.unstubAllGlobals());

  test('runs all waiting callbacks in one turn of one frame, in the order in which they asked', () => {
    const reported: string[] = [];
    onNextFrame(() => reported.push('prices'));
    onNextFrame(() => reported.push('depth'));
    expect(asked).toHaveLength(1);
    paint();
    expect(reported).toEqual(['prices', 'depth']);
  });

  test('does heavy work of several in one frame each, whoever asks twice once', () => {
    const done: string[] = [];
    const asks = ['first', 'second', 'third'].map((name) => oncePerFrame(() => done.push(name), oneAFrame));
    for (const ask of asks) ask();
    asks[0]?.();
    paint();
    expect(done).toEqual(['first']);
    asks[0]?.();
    paint();
    paint();
    expect(done).toEqual(['first', 'second', 'third']);
    paint();
    expect(done).toEqual(['first', 'second', 'third', 'first']);
    expect(asked).toHaveLength(0);
  });

  test('goes on with the others after one that fails', () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const next = vi.fn();
    oneAFrame(() => {
      throw new Error('broken');
    });
    oneAFrame(next);
    paint();
    paint();
    expect([reported.mock.calls.length, next.mock.calls.length]).toEqual([1, 1]);
  });

  test('reports a callback that fails and runs those behind it', () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const next = vi.fn();
    const fault = new Error('broken');
    onNextFrame(() => {
      throw fault;
    });
    onNextFrame(next);
    paint();
    expect(reported).toHaveBeenCalledExactlyOnceWith(fault);
    expect(next).toHaveBeenCalledOnce();
  });

  test('notifies a value changed by a frame with that frame, once', () => {
    const value = createFrameValue(0);
    const seen: number[] = [];
    value.subscribe(() => seen.push(value.read()));
    onNextFrame(() => value.write(1));
    onNextFrame(() => value.write(2));
    paint();
    expect(seen).toEqual([2]);
    expect(asked).toHaveLength(0);
  });

  test('continues a cycle of values in the next frame', () => {
    const [ping, pong] = [createFrameValue(0), createFrameValue(0)];
    const stop = ping.subscribe(() => pong.write(pong.read() + 1));
    pong.subscribe(() => ping.write(ping.read() + 1));
    ping.write(1);
    paint();
    const after = pong.read();
    expect(after).toBeLessThan(3);
    expect(asked).toHaveLength(1);
    paint();
    expect(pong.read()).toBeGreaterThan(after);
    stop();
    paint();
    expect(asked).toHaveLength(0);
  });

  test('runs a callback requested often once, and allows it to be requested again while it runs', () => {
    const reported = vi.fn();
    const ask = oncePerFrame(() => {
      reported();
      if (reported.mock.calls.length === 1) ask();
    }, onNextFrame);
    ask();
    ask();
    paint();
    expect(reported).toHaveBeenCalledOnce();
    paint();
    expect(reported).toHaveBeenCalledTimes(2);
  });
});
