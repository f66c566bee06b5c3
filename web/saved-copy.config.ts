/** How the page that checks statements is built as one file, after the client and into its folder. */
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const root = import.meta.dirname;

export default defineConfig({
  root,
  publicDir: false,
  define: {
    'import.meta.env.WITH_MOCK': 'false',
    'import.meta.env.WITH_DEVTOOLS': 'false',
    'import.meta.env.WITH_REPORTING': 'false',
  },
  plugins: [react(), tailwindcss(), viteSingleFile({ removeViteModuleLoader: true })],
  build: {
    outDir: resolve(root, 'dist'),
    emptyOutDir: false,
    target: 'es2023',
    rolldownOptions: { input: resolve(root, 'mua-verify.html') },
  },
});
