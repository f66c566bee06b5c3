/** What is not changed: an assertion guards against bugs, so no test can make it fail, nor tell its words apart. */
const isAssert = ({ node }) => node.type === 'ExpressionStatement' && node.expression.callee?.name === 'assert';

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'asserts',
    value: { shouldIgnore: (path) => (isAssert(path) ? 'no test reaches an assertion that fails' : undefined) },
  },
];
