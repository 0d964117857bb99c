import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const native = ['electron', 'keytar', /^node:/]

// The app for tests, which die at named points in it, or without a text's values; a release has none of that.
const isTest = process.env['CUEPOINT_BUILD'] === 'test'
const define = { __TEST__: String(isTest) }
/** Loaded by each program of main before all else. */
const CODE_CACHE = 'code-cache'
const out = isTest ? 'out/test-build' : 'out'
// What each part bundles, for the list of licences that scripts/build.ts makes of them.
const license = { fileName: 'bundled.json' }

export default defineConfig({
  main: {
    define,
    build: {
      outDir: `${out}/main`,
      license,
      target: 'node18',
      externalizeDeps: false,
      rolldownOptions: {
        external: native,
        input: {
          [CODE_CACHE]: 'src/main/code-cache.ts',
          index: 'src/main/index.ts',
          'store-worker': 'src/main/database/worker.ts',
          'report-worker': 'src/main/features/reports/worker.ts',
          'demo-worker': 'src/service/worker.ts',
          'answer-worker': 'src/main/http/answer-worker.ts',
          'authorities-worker': 'src/main/http/authorities-worker.ts',
          'ledger-worker': 'src/main/features/ledger/worker.ts',
        },
        output: {
          format: 'cjs',
          banner: ({ isEntry, name }) =>
            isEntry && name !== CODE_CACHE ? `require('./${CODE_CACHE}.cjs')` : '',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name].cjs',
          // `import()` of older Electrons finds nothing in an archive; `require` does.
          dynamicImportInCjs: false,
          // A release does not explain itself: only licences stay.
          comments: { jsdoc: false },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: `${out}/preload`,
      license,
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
    define,
    html: { cspNonce: '__CSP_NONCE__' },
    plugins: [react()],
    resolve: {
      alias: {
        zod: path.resolve(import.meta.dirname, 'src/renderer/no-zod.ts'),
        debug: path.resolve(import.meta.dirname, 'src/renderer/no-debug.cjs'),
        '@stdlib/assert-has-generator-support': path.resolve(
          import.meta.dirname,
          'src/renderer/has-generators.cjs',
        ),
      },
    },
    build: {
      outDir: `${out}/renderer`,
      license,
      target: 'chrome114',
      minify: 'oxc',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: 'src/renderer/index.html' },
        // What the first screen needs comes as one file: each file is a way through main and back.
        output: {
          codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
          // Main finds the texts of a language by the name of their file.
          chunkFileNames: ({ facadeModuleId }) => {
            const language = /locales\/([^/]+)\/texts\.ts$/.exec(facadeModuleId ?? '')?.[1]
            return `assets/${language ? `texts-${language}` : '[name]'}-[hash].js`
          },
        },
      },
    },
  },
})
