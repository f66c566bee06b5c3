/** Who may import whom (ARCHITECTURE.md). A red arrow is a design question, never an exception to add. */
const within = (chapter, folders) => `^${chapter}/src/(${folders.join('|')})/`;

function mayNot(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

/** Core's order: each folder knows only those before it. The seven in the middle never meet; engine composes them. */
const CORE = [
  'values',
  'instruments',
  'orders',
  'matching|conditional|self-limits|margin|positions|ledger|copying',
  'engine',
];

const coreLayers = CORE.slice(0, -1).map((folder, index) =>
  mayNot(
    `core-${folder.split('|')[0]}-looks-back-only`,
    `core: ${CORE.join(' -> ')}`,
    { path: within('core', [folder]) },
    { path: within('core', CORE.slice(index + 1).concat('exchange', 'preview')) },
  ),
);

const apart = ['matching', 'conditional', 'self-limits', 'margin', 'positions', 'ledger', 'copying'];
const webFeatures = mayNot(
  'features-do-not-know-each-other',
  'a page joins features',
  { path: '^web/src/features/([^/]+)/' },
  { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
);

/**
 * The rooms of the server and the arrows between them, each with its reason. What is not listed is forbidden, so a new
 * arrow is a line here that somebody has to argue for. No two rooms import each other: the lower one declares what it
 * needs as an interface, and `app`, which alone may import every room, hands it in.
 */
const BOTTOM = {
  refusals: 'a refusal is thrown where it is found',
  ground: 'clock, settings, secrets, the data folder',
};
const HTTP = { refusals: BOTTOM.refusals, http: 'routes, who acts, rates' };
const ROUTES = { ...BOTTOM, ...HTTP, wire: 'instants, ids and facts as text' };

const SERVER_ROOMS = {
  refusals: {},
  ground: { refusals: 'too many in one line is refused' },
  wire: { refusals: 'a broken cursor is refused', ground: 'long ids are hashed' },
  bus: { refusals: 'a refusal arrives as it was made', ground: 'it carries what neighbours tell' },
  db: {
    ground: 'PostgreSQL lives in the data folder; keys queue in memory before they are locked',
    refusals: 'a key that is kept too long is refused',
  },
  http: BOTTOM,
  backup: {
    ground: 'the data folder is what is backed up',
    db: 'PostgreSQL lives in it',
    journal: 'what was restored is replayed',
  },
  system: { ...ROUTES, journal: 'readiness and metrics tell its position' },
  'deliveries/outbox': {},
  'journal/projections': {
    db: 'rows go to it column by column',
    'deliveries/outbox': 'what leaves the page is written with its notice',
  },
  journal: {
    ...BOTTOM,
    'journal/projections': 'rows are written with their batch',
    db: 'the writer and its statement',
  },
  gateway: {
    ...BOTTOM,
    bus: 'commands and batches travel over it',
    journal: 'it stands for the sequencer, and follows as a replica',
  },
  cluster: {
    ground: 'processes have data folders, logs and exit codes',
    db: 'it keeps the pair of databases',
    bus: 'it hears how the engine is',
    gateway: 'what the engine says of itself',
  },
  'schedule/calendar': {},
  schedule: {
    ground: 'it goes by the clock',
    journal: 'what the calendar brings is entered as commands',
    'schedule/calendar': 'hours and holidays',
  },
  'venue/port': { ground: 'the scenario that a start asks for' },
  'venue/thread': { ground: 'clock and worker', 'venue/port': 'the port that it implements' },
  'venue/simulated': {
    ground: 'clock and worker',
    'schedule/calendar': 'an exchange trades in its hours',
    'venue/port': 'the port that it implements',
    'venue/thread': 'its market lives in a thread',
  },
  'venue/recorded': {
    ground: 'it goes by the clock',
    'venue/port': 'the port that it implements',
    'venue/simulated': 'recorded trades meet the same books',
    'venue/thread': 'its market lives in a thread',
  },
  'venue/remote': {
    ground: 'it looks again by the clock',
    bus: 'the exchange is in another process',
    refusals: 'who asks is told that it does not answer',
    'venue/port': 'the port that it carries',
  },
  venue: {
    ground: 'the clock of the worker',
    bus: 'its controls are reached from other processes',
    journal: 'orders leave durable steps, reports are entered',
    'venue/port': 'the port that orders go through',
    'venue/thread': 'what the worker is told',
    'venue/simulated': 'the worker opens this market',
    'venue/recorded': 'or this one',
  },
  market: {
    ...ROUTES,
    bus: 'other processes are told of prices',
    journal: 'marks, settlement prices and halts are entered',
    schedule: 'how a contract stands in time',
    'schedule/calendar': 'bars belong to trade dates',
    'venue/port': 'prices come straight from the port',
  },
  traces: { ground: 'the stops of a request', http: 'requests are followed from the door' },
  orders: {
    ...ROUTES,
    journal: 'an order is a command',
    'journal/projections': 'its story is told from its steps',
    schedule: 'positions are shown with their close-out',
  },
  accounts: {
    ...ROUTES,
    journal: 'durable marks, and where the trade date began',
    orders: 'positions are valued',
    schedule: 'how a contract stands in time',
  },
  money: { ...ROUTES, orders: 'a fee is of a trade, with its price on its grid' },
  deposits: {
    ...ROUTES,
    db: 'what the bank says is kept before anything follows from it',
    journal: 'a deposit is a command',
    messages: 'owners are told of their money',
    notifications: 'what is being checked is told in the mailbox',
    'identity/accounts': 'who is told, and where',
  },
  proof: {
    ...ROUTES,
    db: 'a day is written with its leaves in one transaction',
    journal: 'days end in its steps',
  },
  statements: {
    ...ROUTES,
    accounts: 'where the days of an account begin and end',
    money: 'movements as the history tells them',
    orders: 'orders, fills and round turns as the lists tell them',
    proof: 'a statement carries the proof of its last day',
    messages: 'in which language it is printed',
    'identity/sessions': 'in which language somebody asks',
    'signed-contracts': 'it is drawn and signed as papers are',
  },
  notifications: {
    ...ROUTES,
    db: 'a message to an investor is written with what caused it',
    'deliveries/outbox': 'what leaves the page is written with its notice',
    journal: 'messages are of a durable step',
    orders: 'reasons and refusals as the orders say them',
  },
  deliveries: {
    ...ROUTES,
    db: 'what waits is rows',
    'deliveries/outbox': 'which channels are a second step',
    messages: 'mail and SMS carry notices too',
    notifications: 'a notice is what is delivered',
    orders: 'prices on their grids',
    'identity/accounts': 'who is told, and where',
    'identity/codes': 'an address is shown as where a code goes',
  },
  push: {
    ...ROUTES,
    deliveries: 'the channel that it is',
    db: 'a browser belongs to one investor, in one transaction',
    'identity/sessions': 'a browser has the words that its session has',
  },
  chats: {
    ...ROUTES,
    db: 'chats are rows',
    deliveries: 'a messenger is a channel of notices',
    messages: 'in which language somebody is answered',
  },
  telegram: {
    ...BOTTOM,
    chats: 'the messenger that it is',
    deliveries: 'when a message is tried again',
  },
  zalo: {
    ...ROUTES,
    chats: 'the messenger that it is',
    db: 'its tokens are a row that one process holds',
    deliveries: 'when a message is tried again',
  },
  keepsakes: { ...ROUTES, db: 'what was arranged is rows' },
  alerts: {
    ...ROUTES,
    db: 'an alert ends with what tells of it, in one transaction',
    journal: 'what is reached is entered',
    market: 'levels are compared with prices',
    notifications: 'an alert that has ended is told in the mailbox',
    orders: 'price grids',
  },
  'demo-leaders': {
    ground: 'they decide by the clock',
    journal: 'they trade by commands, like everybody',
    market: 'and see the same prices',
    schedule: 'their sub-accounts are opened like those of the demo people',
    'identity/accounts': 'they are investors',
    'identity/security': 'with passwords that nobody knows',
  },
  audit: { ...ROUTES, db: 'its rows go to it many at a time' },
  messages: { ...ROUTES, db: 'a message is written with what caused it' },
  'identity/accounts': {
    ...BOTTOM,
    wire: 'instants as text',
    db: 'investors are rows',
    journal: 'a deleted account takes no deposit any more',
    messages: 'owners are told of changes',
    notifications: 'in their mailbox too',
  },
  'identity/sessions': {
    ...HTTP,
    ground: BOTTOM.ground,
    db: 'sessions are rows',
    messages: 'in which language somebody is written to',
    'identity/accounts': 'whose session it is',
  },
  'identity/security': {
    ...ROUTES,
    db: 'proofs are counted in rows',
    messages: 'new devices are told of',
    'identity/accounts': 'who proves',
    'identity/sessions': 'what was proved holds for a session',
  },
  'identity/codes': {
    ...ROUTES,
    db: 'codes are rows',
    messages: 'codes are sent',
    'identity/accounts': 'to whom',
    'identity/sessions': 'a new password ends sessions',
    'identity/security': 'what a code stands beside: passwords, proofs',
  },
  identity: {
    ground: BOTTOM.ground,
    db: 'tries are counted one by one, in whatever process',
    journal: 'for the deletion of accounts',
    messages: 'handed to its parts',
    notifications: 'handed to its parts',
    'identity/accounts': 'put together here',
    'identity/sessions': 'put together here',
    'identity/security': 'put together here',
    'identity/codes': 'put together here',
  },
  registration: {
    ...ROUTES,
    db: 'a sign-up becomes an investor in one transaction',
    journal: 'a sub-account is opened and activated by commands',
    messages: 'applicants are written to',
    notifications: 'what becomes of an application is told in the mailbox',
    identity: 'handed to its parts',
    'identity/accounts': 'who applies, and what they are to the broker',
    'identity/sessions': 'whoever verified a sign-up is signed in',
    'identity/security': 'passwords of newcomers',
    'identity/codes': 'a sign-up waits for its code',
  },
  'signed-contracts': {
    ...ROUTES,
    db: 'papers are rows',
    messages: 'in which language a paper is',
    notifications: 'what is to be signed is told in the mailbox',
    'identity/accounts': 'who signs, and who was approved',
    'identity/sessions': 'from where somebody asks',
    'identity/codes': 'a signature waits for its code',
  },
  banking: {
    ...ROUTES,
    db: 'bank accounts are rows',
    messages: 'a new beneficiary is told of',
    'identity/accounts': 'in whose name they are',
    'identity/sessions': 'from where somebody asks',
    'identity/codes': 'each write waits for its code',
  },
  withdrawals: {
    ...ROUTES,
    db: 'requests are rows',
    banking: 'to whom is paid',
    journal: 'money is held, paid and given back by commands',
    messages: 'how a request ended is told',
    notifications: 'in the mailbox too',
    'identity/accounts': 'who asks',
    'identity/sessions': 'from where somebody asks',
    'identity/codes': 'a request waits for its code',
  },
  copying: {
    ...ROUTES,
    accounts: 'a command is carried out',
    journal: 'everything that leaders and followers do is a command',
    orders: 'prices and refusals in wire form',
  },
  'service-packages': {
    ...ROUTES,
    accounts: 'what a sub-account has is in its row',
    journal: 'beginning and ending are commands',
  },
  'identity-documents': { ground: 'the key and the folder of pictures' },
  oauth: {
    ...ROUTES,
    db: 'grants are rows',
    audit: 'tokens are noted like calls',
    orders: 'it implements the bounds of orders',
  },
  operator: {
    ...ROUTES,
    db: 'acts are written in one transaction',
    identity: 'suspending and deleting investors',
    'identity/accounts': 'which investor',
    'identity/sessions': 'sessions that an operator makes or ends',
    journal: 'acts on trading are commands',
    messages: 'the investor is told',
    oauth: 'grants end with their investor',
    registration: 'a suspension is told like every change of a status',
    orders: 'force-sell goes the way of orders',
    'venue/port': 'scenarios and the player',
    'venue/simulated': 'which scenarios there are',
  },
  feeds: {
    db: 'a first reading is one transaction',
    ...ROUTES,
    accounts: 'figures of a sub-account',
    journal: 'what is durable is published',
    market: 'prices are published',
    notifications: 'messages are published',
    orders: 'orders as the wire carries them',
    'venue/port': 'what an update of a contract says',
  },
};

/**
 * The rooms below the client's features, and the arrows between them. Features, pages and `app` may import them all; no
 * room imports any of these three.
 */
const WEB_ROOMS = {
  session: {},
  'push-worker': {},
  clock: { session: 'the page\u2019s own clock' },
  network: { clock: 'time by the server', session: 'the page\u2019s own clock' },
  wire: { network: 'a query waits for the browser to be online' },
  i18n: { session: 'language and privacy are remembered' },
  design: {
    i18n: 'figures and labels',
    session: 'columns, theme and density are remembered',
    wire: 'the product\u2019s name',
  },
  market: {
    ...{ clock: 'frames and sessions', network: 'prices may be older than the network', wire: 'contracts and candles' },
    ...{ session: 'the last market is kept', i18n: 'how a session reads', design: 'which mark a price gets' },
  },
  ledger: { session: 'margins are remembered' },
  'signed-in': {
    ...{ wire: 'calls in somebody\u2019s name', session: 'who is signed in' },
    ...{ ledger: 'a switch forgets it', market: 'and keeps the market; accounts are kept with it' },
    i18n: 'where a refusal leads to, in words',
  },
  orders: {
    ...{
      wire: 'requests',
      ledger: 'their newest states',
      'signed-in': 'whose they are',
      market: 'what the sender saw',
    },
    ...{ clock: 'and when', network: 'over which connections', session: 'those without an answer outlive the page' },
    ...{ design: 'lists of orders share their parts', i18n: 'in words' },
  },
  accounts: {
    'push-worker': 'what is told of a subscription',
    ...{ ledger: 'figures follow events', 'signed-in': 'whose they are', market: 'valued at marks' },
    ...{ clock: 'limits of a day', session: 'the page\u2019s own clock', wire: 'changes one after the other' },
  },
  lists: {
    ...{ wire: 'calls', ledger: 'alerts follow events', 'signed-in': 'whose they are' },
    session: 'a visitor\u2019s are kept here',
  },
  desk: { orders: 'the draft that is handed on', session: 'what may sound' },
  feeds: {
    ...{ network: 'connections', market: 'prices go there', ledger: 'what happens to accounts goes there' },
    ...{ wire: 'the query cache', 'signed-in': 'for whom', session: 'who is signed in' },
  },
  keepsakes: { session: 'where an investor\u2019s own lies' },
  mock: { wire: 'which build this is' },
};

/** The rooms of the chart; what stands beside them puts them together. All share the coordinates of `surface`. */
const CHART_ROOMS = {
  'features/chart/settings': {},
  'features/chart/surface': { 'features/chart/settings': 'how bars look' },
  'features/chart/bars': { 'features/chart/settings': 'their interval' },
  'features/chart/axes': {
    ...{ 'features/chart/surface': 'where a price is', 'features/chart/bars': 'where a trade date begins' },
    'features/chart/settings': 'which scale was chosen',
  },
  'features/chart/drawings': {
    'features/chart/surface': 'where a point is',
    'features/chart/axes': 'tags of prices step aside for each other',
  },
  'features/chart/studies': {
    ...{ 'features/chart/surface': 'colours', 'features/chart/settings': 'which were chosen' },
    'features/chart/axes': 'tags of values step aside for each other',
    'features/chart/bars': 'the days that pivot levels are calculated from',
  },
  'features/chart/compare': {
    ...{ 'features/chart/surface': 'colours and prices', 'features/chart/bars': 'bars of other contracts' },
    'features/chart/axes': 'it is drawn in percent',
    'features/chart/settings': 'which colours indicators have',
  },
  'features/chart/trading': {
    'features/chart/surface': 'where a price is',
    'features/chart/axes': 'tags of prices step aside for each other',
  },
};

/** The rooms of `design/ui`, the design kit: it knows no orders and no accounts. */
const UI_ROOMS = {
  'design/ui/overlays': {},
  'design/ui/controls': { 'design/ui/overlays': 'tips and menus of a control' },
  'design/ui/feedback': { 'design/ui/controls': 'what to do about it' },
  'design/ui/figures': { 'design/ui/overlays': 'figures explain themselves', 'design/ui/feedback': 'badges' },
  'design/ui/dialogs': { 'design/ui/controls': 'fields and buttons', 'design/ui/figures': 'what is at stake' },
  'design/ui/table': {
    ...{ 'design/ui/controls': 'checks and buttons', 'design/ui/overlays': 'menus of columns' },
    ...{ 'design/ui/figures': 'cells', 'design/ui/dialogs': 'the menu on a phone' },
  },
};

/** A room's own files; those of the rooms inside it are theirs. */
function insideOf(chapter, rooms, room) {
  const hasRooms = Object.keys(rooms).some((other) => other.startsWith(`${room}/`));
  return `^${chapter}/src/${room}/${hasRooms ? '[^/]+$' : ''}`;
}

/** One rule for each room: what it may import of these rooms' floor (the whole chapter, unless said), and nothing else. */
function roomRules(chapter, rooms, table, floor = `^${chapter}/src/`) {
  const inside = (room) => insideOf(chapter, rooms, room);
  for (const [room, arrows] of Object.entries(rooms))
    for (const other of Object.keys(arrows))
      if (rooms[other][room]) throw new Error(`${chapter}/src: ${room} and ${other} would import each other`);
  return Object.entries(rooms).map(([room, arrows]) =>
    mayNot(
      `${chapter}-${room.replaceAll('/', '-')}-knows-only`,
      `${chapter}/src/${room} knows ${Object.keys(arrows).join(', ') || 'nobody'}: a new arrow needs a reason in ${table}`,
      { path: inside(room), pathNot: '\\.test\\.tsx?$' },
      { path: floor, pathNot: [room, ...Object.keys(arrows)].map(inside) },
    ),
  );
}

export default {
  forbidden: [
    mayNot('no-circles', 'two files that need each other are one', {}, { circular: true }),
    mayNot(
      'traces-are-loaded-where-they-are-wanted',
      'nobody pays for traces who makes none: record 158',
      { path: '^server/src', pathNot: '^server/src/traces' },
      { path: '^server/src/traces/(order-traces|span-sender)', dynamic: false, dependencyTypesNot: ['type-only'] },
    ),
    mayNot(
      'core-has-no-dependency',
      'core is the rules and nothing else',
      { path: '^core/src', pathNot: '\\.test\\.ts$' },
      { pathNot: '^core/src' },
    ),
    ...coreLayers,
    ...apart.map((folder) =>
      mayNot(
        `core-${folder}-stands-alone`,
        'the six never import each other; engine composes them',
        { path: within('core', [folder]) },
        {
          path: within(
            'core',
            apart.filter((other) => other !== folder),
          ),
        },
      ),
    ),
    mayNot(
      'engine-knows-no-book',
      'broker and exchange are two parties',
      { path: within('core', ['engine']) },
      { path: within('core', ['matching', 'exchange']) },
    ),
    mayNot(
      'contract-knows-values-only',
      'the language needs values and zod',
      { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      { path: '^(core/src/(?!values)|server|web|e2e|bench|tools)' },
    ),
    mayNot(
      'nobody-imports-the-ends',
      'server, web, e2e, bench and tools are ends',
      { path: '^(core/src|contract/src|web/src)' },
      { path: '^(server|e2e|bench|tools)/' },
    ),
    mayNot(
      'server-knows-no-client',
      'server and web speak by contract',
      { path: '^server/src' },
      { path: '^(web|e2e|bench|tools)/' },
    ),
    mayNot(
      'web-takes-values-and-previews',
      'screens show sums, they do not decide',
      { path: '^web/src' },
      { path: '^core/src/(?!values|preview|margin|positions)' },
    ),
    mayNot(
      'server-files-live-in-rooms',
      'a folder of the server is a room of SERVER_ROOMS, or app',
      {
        path: '^server/src/',
        pathNot: [
          '^server/src/app/',
          ...Object.keys(SERVER_ROOMS).map((room) => insideOf('server', SERVER_ROOMS, room)),
        ],
      },
      {},
    ),
    ...roomRules('server', SERVER_ROOMS, 'SERVER_ROOMS'),
    webFeatures,
    mayNot(
      'features-know-no-page',
      'app -> pages -> features',
      { path: '^web/src/features' },
      { path: '^web/src/(app|pages)' },
    ),
    mayNot(
      'web-files-live-in-rooms',
      'a folder of the client is a room of WEB_ROOMS, or one of app, pages and features above them',
      { path: '^web/src/[^/]+/', pathNot: `^web/src/(app|pages|features|${Object.keys(WEB_ROOMS).join('|')})/` },
      {},
    ),
    ...roomRules('web', WEB_ROOMS, 'WEB_ROOMS'),
    ...roomRules('web', CHART_ROOMS, 'CHART_ROOMS', '^web/src/features/chart/'),
    ...roomRules('web', UI_ROOMS, 'UI_ROOMS', '^web/src/design/ui/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(node_modules|/dist/|\\.gen\\.ts$)' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['import', 'default'], exportsFields: ['exports'] },
  },
};
