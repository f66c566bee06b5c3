/** The operator's view of service packages. */

const HEAD = row(['account', 'package', 'since', 'until', 'then', 'price', 'investor']);

export const PACKAGE_COMMANDS = {
  'package list': {
    method: 'GET',
    path: '/operator/packages',
    options: [],
    head: HEAD,
    none: 'Nobody has a package beside the free one.',
    say: ({ accountId, investorName, terms, since, until, isEnding }) =>
      row([
        ...[accountId, terms.name, since, until, isEnding ? 'ends' : 'renews'],
        ...[BigInt(terms.price).toLocaleString('en-US'), investorName],
      ]),
  },
};

function row([account, name, since, until, then, price, investor]) {
  const dates = [since.padEnd(10), until.padEnd(10), then.padEnd(6)];
  return [account.padEnd(13), name.padEnd(8), ...dates, price.padStart(11), investor].join('  ');
}
