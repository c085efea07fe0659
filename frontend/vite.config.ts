import { svelte } from '@sveltejs/vite-plugin-svelte';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';

const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'worker',
  filename: 'sw.ts',
  // src/offline.ts registers it, without a word in the page that a Content-Security-Policy forbids.
  injectRegister: false,
  injectManifest: {
    globPatterns: ['assets/*.{js,css,woff2,svg}', 'icon.svg', 'icon-*.png'],
    // Court pictures are kept when a screen that is large enough has shown them.
    globIgnores: ['assets/[JQK][SHDC]-*.svg'],
  },
  manifest: {
    id: '/',
    name: 'Orbweaver',
    short_name: 'Orbweaver',
    description: 'The same Spider and Spiderette deal for everyone, every day.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#0b2425',
    theme_color: '#0b2425',
    categories: ['games'],
    icons: [
      { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  },
});

/** What every first visit needs, in one file: parted by who else uses what, as it would be, it is a twentieth larger. */
const first = {
  name: 'first',
  test: /node_modules|src\/(app|i18n|player|router|routes|settings|words|board\/(Table|art|drawn|hand|keys|layout|painter)|game\/(load|queue|session|stage|storage|voice))/,
};

export default defineConfig({
  base: '/static/',
  plugins: [svelte(), pwa],
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [first] } } },
  },
  server: { port: 5173, proxy: { '/api': process.env['ORBWEAVER_SERVER'] ?? 'http://127.0.0.1:8000' } },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    // Whole recorded games take a second or two, and many more on a machine that is busy with other tests.
    testTimeout: 120_000,
  },
});
