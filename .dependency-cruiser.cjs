const from = (path, extra = {}) => ({ path, ...extra })
const forbid = (name, source, target) => ({ name, severity: 'error', from: source, to: target })

module.exports = {
  forbidden: [
    forbid('shared-is-a-leaf', from('^src/shared'), {
      path: '^src/(main|preload|renderer|service)',
    }),
    forbid('shared-and-renderer-run-without-node', from('^src/(renderer|shared)'), {
      dependencyTypes: ['core'],
    }),
    forbid('renderer-asks-through-the-bridge', from('^src/renderer'), {
      path: '^src/(main|preload|service)|node_modules/(electron|keytar|undici)/',
    }),
    forbid('main-knows-no-window-and-no-sandbox', from('^src/(main|preload)'), {
      path: '^src/(renderer|service)',
    }),
    forbid('sandbox-shares-words-only', from('^src/service'), {
      path: '^src',
      pathNot: '^src/(service/|shared/(api|time|model)/|shared/(clock|operation).ts$)',
    }),
    forbid('preload-never-grows', from('^src/preload'), {
      path: '^src',
      pathNot: '^src/(preload/|shared/(channels|plain).ts$)',
    }),
    forbid('shared-needs-few-packages', from('^src/shared'), {
      path: 'node_modules/',
      pathNot: 'node_modules/(zod|temporal-polyfill|@stdlib)/',
    }),
    forbid('screens-do-not-import-each-other', from('^src/renderer/features/([^/]+)/'), {
      path: '^src/renderer/features/([^/]+)/',
      pathNot: '^src/renderer/features/$1/',
    }),
    forbid('one-file-knows-sqlite', from('^src', { pathNot: '^src/main/database/database.ts$' }), {
      path: '^(node:)?sqlite$',
    }),
    forbid('one-file-knows-http', from('^src', { pathNot: '^src/main/http/http.ts$' }), {
      path: 'node_modules/undici/',
    }),
    forbid('one-file-knows-socks', from('^src', { pathNot: '^src/main/http/tunnel.ts$' }), {
      path: 'node_modules/socks/',
    }),
    forbid(
      'one-file-knows-distributions',
      from('^src', { pathNot: '^src/shared/features/ab-tests/posterior.ts$' }),
      { path: 'node_modules/@stdlib/' },
    ),
    // One for workbooks and backups, which are written in pieces, and one for reports.
    forbid(
      'one-file-a-format-knows-zip',
      from('^src', { pathNot: '^src/main/(disk/zip-stream|features/reports/container).ts$' }),
      { path: 'node_modules/fflate/' },
    ),
    forbid(
      'two-files-know-foreign-zips',
      from('^src', { pathNot: '^src/main/features/(backup/read-backup|reports/entries).ts$' }),
      { path: 'node_modules/yauzl/' },
    ),
    forbid(
      'one-file-knows-parquet',
      from('^src', { pathNot: '^src/main/features/ledger/parquet-file.ts$' }),
      { path: 'node_modules/hyparquet' },
    ),
    forbid('one-file-knows-the-logger', from('^src', { pathNot: '^src/main/log.ts$' }), {
      path: 'node_modules/pino/',
    }),
    forbid('one-file-knows-charts', from('^src', { pathNot: '^src/renderer/ui/chart.tsx$' }), {
      path: 'node_modules/echarts/',
    }),
    forbid(
      'few-files-know-electron',
      from('^src', {
        pathNot:
          '^src/(preload/index|main/(index|shell/(window|screen|print)|self-check/self-check)).ts$',
      }),
      { path: 'node_modules/electron/' },
    ),
    forbid('no-circles', from(''), { circular: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
