import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `npm test` compiles the messages itself (scripts/messages.mjs), which also checks them.
const messages = process.env['VITEST']
  ? []
  : [
      paraglideVitePlugin({
        project: './project.inlang',
        outdir: './src/paraglide',
        // One module a language, so that a visitor loads one: src/i18n.svelte.ts imports them by name.
        outputStructure: 'locale-modules',
        emitTsDeclarations: true,
      }),
    ];

export default defineConfig({
  base: '/static/',
  plugins: [...messages, svelte()],
  build: { outDir: 'dist', target: 'es2022', assetsInlineLimit: 0 },
  server: { port: 5173, proxy: { '/api': process.env['ORBWEAVER_SERVER'] ?? 'http://127.0.0.1:8000' } },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
  },
});
