import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  base: '/static/',
  plugins: [svelte()],
  build: { outDir: 'dist', target: 'es2022', assetsInlineLimit: 0 },
  server: { port: 5173, proxy: { '/api': process.env['ORBWEAVER_SERVER'] ?? 'http://127.0.0.1:8000' } },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
  },
});
