import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const native = ['electron', 'keytar', /^node:/]

// The app in which tests let it die at named points; that of a release knows none of them.
const hasFailpoints = process.env['CUEPOINT_BUILD'] === 'failpoints'
const out = hasFailpoints ? 'out/failpoints' : 'out'

export default defineConfig({
  main: {
    define: { __FAILPOINTS__: String(hasFailpoints) },
    build: {
      outDir: `${out}/main`,
      target: 'node18',
      externalizeDeps: false,
      rolldownOptions: {
        external: native,
        input: {
          index: 'src/main/index.ts',
          'store-worker': 'src/main/store/worker.ts',
          'report-worker': 'src/main/reports/worker.ts',
          'demo-worker': 'src/service/worker.ts',
          'ledger-worker': 'src/main/ledger/worker.ts',
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
      outDir: `${out}/preload`,
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
    resolve: {
      alias: {
        zod: path.resolve(import.meta.dirname, 'src/renderer/no-zod.ts'),
        '@stdlib/assert-has-generator-support': path.resolve(
          import.meta.dirname,
          'src/renderer/has-generators.cjs',
        ),
      },
    },
    build: {
      outDir: `${out}/renderer`,
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
