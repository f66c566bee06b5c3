/** A busy machine is slow, not wrong: what a test waits for may take as long as the test. Before each file that has a page. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 10_000 });
}

export {};
