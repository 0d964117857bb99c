import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const native = ['electron', 'keytar', /^node:/]

export default defineConfig({
  main: {
    build: {
      target: 'node18',
      externalizeDeps: false,
      rolldownOptions: {
        external: native,
        input: {
          index: 'src/main/index.ts',
          'store-worker': 'src/main/store/worker.ts',
          'demo-worker': 'src/service/worker.ts',
        },
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name].cjs',
        },
      },
    },
  },
  preload: {
    build: {
      target: 'node18',
      externalizeDeps: false,
      rolldownOptions: {
        external: native,
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    html: { cspNonce: '__CSP_NONCE__' },
    plugins: [react()],
    resolve: { alias: { zod: path.resolve(import.meta.dirname, 'src/renderer/no-zod.ts') } },
    build: {
      target: 'chrome114',
      minify: 'oxc',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: 'src/renderer/index.html' },
        // What the first screen needs comes as one file: each file is a way through main and back.
        output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
      },
    },
  },
})
