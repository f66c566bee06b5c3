/* Runs before the first paint: the same reading of the same keys as session/theme-store.ts and appearance-store.ts. */
(() => {
  // Every page of the frame asks for the list of contracts: it is on its way while the program still loads.
  if (!['/login', '/oauth/authorize'].includes(location.pathname)) {
    const list = document.createElement('link');
    Object.assign(list, { rel: 'preload', as: 'fetch', href: '/api/market/contracts', crossOrigin: 'anonymous' });
    document.head.append(list);
  }
  // So is the page's own code, where it shows prices: the build names the files (preloadFirstScreen of vite.config.ts).
  const { board, desk } = document.currentScript.dataset;
  const files = location.pathname === '/' ? board : location.pathname.startsWith('/trading/') ? desk : '';
  for (const href of files ? files.split(' ') : []) {
    const module = document.createElement('link');
    Object.assign(module, { rel: 'modulepreload', href, crossOrigin: '' });
    document.head.append(module);
  }
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = read('vite-ui-theme');
  const dark =
    theme === 'light' ? false : theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : true;
  root.classList.toggle('dark', dark);
  const meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.content = dark ? '#0f1216' : '#ffffff';
  try {
    const config = JSON.parse(read('config') || '{}');
    if (['vn', 'cb', 'redup'].includes(config.palette)) root.dataset.palette = config.palette;
    if (['dense', 'comfortable'].includes(config.density)) root.dataset.density = config.density;
    if (typeof config.radius === 'number') root.style.setProperty('--radius', `${config.radius}rem`);
  } catch {
    /* A broken value shows the default appearance. */
  }
})();
