/** Before each test file that has a page. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  // A busy machine is slow, not wrong: what a test waits for may take as long as the test.
  configure({ asyncUtilTimeout: 10_000 });
  // It has no layout, so nothing is ever sized anew.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}

export {};
