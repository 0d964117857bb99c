// All that `npm run proof` runs. What takes too long for each run of the tests is one entry here.
// The numbers are with what does them: `count('images', { usual: 200, full: 10_000 })`, which also
// puts them into the table, as `tell('0 promises lost')` does with other figures.

export interface Row {
  name: string
  /** The goal. */
  goal: string
  run: TestRun | ScriptRun
  /** A required program; without it the row is skipped, and does not count as passed. */
  needs?: string
}

/** Test files, or their tests whose name matches `only`. */
interface TestRun {
  project: 'pure' | 'unit' | 'e2e' | 'chromium' | 'release'
  files: string[]
  only?: string
}

/** A script of its own; it exits with 0 when the goal is reached. */
interface ScriptRun {
  script: string
}

/** A row for each of the parts into which its tests are divided (`partsOf` in test/support/scale.ts). */
const inParts = (parts: number, row: Row & { run: TestRun }): Row[] =>
  Array.from({ length: parts }, (_, index) => ({
    ...row,
    name: `${row.name}-${index + 1}`,
    run: { ...row.run, only: `part ${index + 1} of ${parts}:` },
  }))

export const ROWS: Row[] = [
  // The slowest first, because others run in parallel.
  {
    name: 'mixed-faults',
    goal: 'whatever goes wrong for an hour, each edit is there once, and memory does not rise',
    run: { project: 'unit', files: ['test/main/mixed-faults.test.ts'] },
  },
  {
    name: 'naughty',
    goal: 'each naughty string is a text like any other in each text field',
    run: { project: 'e2e', files: ['test/e2e/naughty.test.ts'] },
  },
  {
    name: 'year',
    goal: 'after a year of daily downloads of 1,600 players: at most 4 GB, and overview, list of tests and backup at most 1.3 times those of the first day',
    run: { script: 'scripts/proof/year.ts' },
  },
  {
    name: 'release',
    goal: 'the build of a release has no test options, and does the main job',
    run: { project: 'release', files: [] },
  },
  {
    name: 'chromium',
    goal: 'in the current Chromium, with main under Node 24, the window does what it does in Electron',
    run: { project: 'chromium', files: [] },
    needs: 'chromium',
  },
  {
    name: 'packaged',
    goal: 'the packaged app does the main job, and no switch or variable opens it',
    run: { script: 'scripts/package/packaged-e2e.ts' },
  },
  {
    name: 'installed',
    goal: 'installed in a clean Debian it is used without rights, upgraded, removed, and loses nothing',
    run: { script: 'scripts/package/installed.ts' },
    needs: 'debootstrap',
  },
  {
    name: 'kills',
    goal: 'killed at each failpoint, every kind of edit is on the service exactly once',
    run: { project: 'unit', files: ['test/main/features/publishing/failpoints.test.ts'] },
  },
  {
    name: 'electron-kills',
    goal: 'so it is when Electron is killed at each failpoint',
    run: { project: 'e2e', files: ['test/e2e/failpoints.test.ts'] },
  },
  ...inParts(5, {
    name: 'random-kills',
    goal: 'killed at random moments of posting, every edit is on the service exactly once',
    run: { project: 'unit', files: ['test/main/features/publishing/kill.test.ts'] },
  }),
  {
    name: 'store-kills',
    goal: 'killed at random moments, no promised write is lost, and none is there in part',
    run: {
      project: 'unit',
      files: ['test/main/database/durability.test.ts'],
      only: 'random moments',
    },
  },
  {
    name: 'edit-kills',
    goal: 'killed, on a full disk or with pages lost, each promised edit is there once',
    run: { project: 'unit', files: ['test/main/features/publishing/edits-durability.test.ts'] },
  },
  {
    name: 'idle-players',
    goal: 'of 1,700 players of which 40 lived, a download of the overview with comparison, as it is proposed, asks at most 120 requests, and as many as it says before',
    run: {
      project: 'unit',
      files: ['test/main/features/downloads/idle.test.ts'],
      only: 'of many players',
    },
  },
  {
    name: 'incomplete-first',
    goal: 'of 1,000 windows whose first answers are incomplete, no figure is wrong, for at most 1.10 times the requests',
    run: {
      project: 'unit',
      files: ['test/main/features/analytics/completeness.test.ts'],
      only: 'download of windows',
    },
  },
  {
    name: 'download-kills',
    goal: 'killed at random moments, a download goes on and asks nothing settled twice',
    run: { project: 'unit', files: ['test/main/features/downloads/kill.test.ts'] },
  },
  {
    name: 'power-loss',
    goal: 'whenever the power goes, the desk is sound and no promise is broken',
    run: { project: 'unit', files: ['test/main/features/publishing/power-loss.test.ts'] },
    needs: 'strace',
  },
  ...inParts(10, {
    name: 'histories',
    goal: 'whatever is lost, late, stale or killed, each edit has its effect exactly once',
    run: { project: 'unit', files: ['test/main/features/publishing/histories.test.ts'] },
  }),
  {
    name: 'histories-judged',
    goal: 'without the wait for late requests, the same histories have edits twice',
    run: {
      project: 'unit',
      files: ['test/main/features/publishing/histories.test.ts'],
      only: 'without the wait',
    },
  },
  {
    name: 'publish-many',
    goal: '500 videos published while 5 in 100 requests fail in all known ways, with 20 kills: 0 changes lost, 0 twice, 0 on a wrong item, 0 stuck, and the record of each is true',
    run: { project: 'unit', files: ['test/main/features/publishing/publish-many.test.ts'] },
  },
  {
    name: 'gesture-kills',
    goal: '10,000 edits over 1,000 videos in one gesture, killed at 100 moments: all of it is there or none of it',
    run: { project: 'unit', files: ['test/main/features/publishing/gesture-kills.test.ts'] },
  },
  {
    name: 'many-edits',
    goal: '500 edits of 100 videos made offline outlive a restart and are each sent once',
    run: { project: 'unit', files: ['test/main/features/publishing/many.test.ts'] },
  },
  {
    name: 'figures',
    goal: 'every figure is the service’s own, on screen and in every file, in three zones',
    run: { project: 'unit', files: ['test/main/figures.test.ts'] },
  },
  {
    name: 'spoiled-answers',
    goal: 'a spoiled answer is refused by its path, or holds no other figure',
    run: { project: 'unit', files: ['test/main/mutants.test.ts'] },
  },
  {
    name: 'wire',
    goal: 'each fault on the wire of each endpoint is told for what it is, and the next answer is good',
    run: { project: 'unit', files: ['test/main/http/wire-cells.test.ts'] },
  },
  {
    name: 'refusals',
    goal: 'refused over and over, no request comes before the service’s clock allows it',
    run: { project: 'unit', files: ['test/main/http/refusals.test.ts'] },
  },
  {
    name: 'json-suite',
    goal: 'every text of the JSON test suite is read as the suite says',
    run: { project: 'unit', files: ['test/main/http/json-suite.test.ts'] },
  },
  {
    name: 'csv-spectrum',
    goal: 'every file of csv-spectrum is read as it says, and what is written is read back as it was',
    run: { project: 'unit', files: ['test/main/features/reports/csv-spectrum.test.ts'] },
  },
  {
    name: 'starts',
    goal: 'of starts at once one stays, and what waits is sent once',
    run: { project: 'e2e', files: ['test/e2e/instances.test.ts'] },
  },
  ...inParts(4, {
    name: 'monkey',
    goal: 'whatever a person clicks, types and presses, no part fails, nothing is logged as an error, and main answers',
    run: { project: 'e2e', files: ['test/e2e/monkey.test.ts'] },
  }),
  {
    name: 'early-keys',
    goal: 'keys pressed at a start and as a report is opened or closed act in order',
    run: { project: 'e2e', files: ['test/e2e/early-keys.test.ts'] },
  },
  {
    name: 'damaged-databases',
    goal: 'whatever bytes of the databases are damaged, the desk opens and keeps the damaged file',
    run: { project: 'unit', files: ['test/main/database/recovery.test.ts'] },
  },
  {
    name: 'damaged-desks',
    goal: 'whatever of a desk’s files is damaged, it opens, and no more is missing than it says',
    run: { project: 'unit', files: ['test/main/database/damages.test.ts'] },
  },
  {
    name: 'failing-writes',
    goal: 'whichever write fails first, what is said to be saved is, and the rest is as before',
    run: { project: 'unit', files: ['test/main/database/failing-writes.test.ts'] },
    needs: 'strace',
  },
  {
    name: 'older-desks',
    goal: 'so it is with a page of zeros in a desk of each earlier version',
    run: { project: 'unit', files: ['test/main/database/salvage.test.ts'] },
  },
  {
    name: 'second-copy',
    goal: 'whatever is done, the second copy has it when it is told as saved',
    run: { project: 'unit', files: ['test/main/database/second-copy.test.ts'] },
  },
  {
    name: 'pruning',
    goal: 'whatever is let go, the newest answer to each request and all of the last use stay',
    run: { project: 'unit', files: ['test/main/features/analytics/pruning.test.ts'] },
  },
  {
    name: 'stored-sums',
    goal: 'whatever is stored, in whatever order, the overview, the ledger and the list of tests say what its rows add up to',
    run: {
      project: 'unit',
      files: [
        'test/main/features/overview/store.test.ts',
        'test/main/features/ledger/ledger.test.ts',
        'test/main/features/ab-tests/store.test.ts',
      ],
    },
  },
  {
    name: 'round-trips',
    goal: 'settings that were exported, and saved by a spreadsheet program, change nothing when they are imported',
    run: { project: 'unit', files: ['test/main/features/proposals/round-trip.test.ts'] },
  },
  {
    name: 'taken-back',
    goal: 'whatever was published, taking it back leaves the videos as they were before',
    run: { project: 'unit', files: ['test/main/features/publishing/take-back.test.ts'] },
  },
  {
    name: 'one-read',
    goal: 'a video that is read while it is posted always shows what was saved',
    run: { project: 'unit', files: ['test/main/features/publishing/video-reading.test.ts'] },
  },
  {
    name: 'save-sequences',
    goal: 'whatever is saved, undone and restarted, the desk has what a model of it has',
    run: { project: 'unit', files: ['test/main/features/publishing/save-sequences.test.ts'] },
  },
  {
    name: 'laws',
    goal: 'patches and changes merge by the law, the sandbox takes any body, its figures add up and each day has something of everything, and the check knows its refusals',
    run: {
      project: 'pure',
      files: [
        'test/service/laws.test.ts',
        'test/service/laws-of-clicks.test.ts',
        'test/service/laws-parts.test.ts',
        'test/shared/features/publishing/merge.test.ts',
        'test/shared/features/publishing/three-way.test.ts',
        'test/service/videos-any.test.ts',
        'test/service/every-day.test.ts',
        'test/shared/features/videos/check/sandbox.test.ts',
      ],
    },
  },
  {
    name: 'zones',
    goal: 'in every zone and on every computer each day ends where its calendar says',
    run: { project: 'unit', files: ['test/main/zones.test.ts'] },
  },
  {
    name: 'ways-out',
    goal: 'no way, address or permission leads out of the page',
    run: { project: 'e2e', files: ['test/e2e/security.test.ts'] },
  },
  {
    name: 'secrets',
    goal: 'both secrets are in the keychain, in main’s memory and in their own headers, nowhere else',
    run: { project: 'e2e', files: ['test/e2e/secrets.test.ts'] },
  },
  {
    name: 'any-messages',
    goal: 'whatever the window sends over any call, main answers it, and never by a mistake',
    run: { project: 'e2e', files: ['test/e2e/bridge-any.test.ts'] },
  },
  {
    name: 'hostile-files',
    goal: 'no file from elsewhere does harm or is taken for what it is not',
    run: {
      project: 'unit',
      files: [
        'test/main/features/backup/hostile.test.ts',
        'test/main/features/reports/hostile.test.ts',
        'test/main/features/proposals/hostile.test.ts',
        'test/main/features/templates/template-file.test.ts',
      ],
    },
  },
  {
    name: 'changed-reports',
    goal: 'a report of wrong types is refused or drawn: no part fails, and no figure is none',
    run: { project: 'e2e', files: ['test/e2e/hostile-reports.test.ts'] },
  },
  {
    name: 'keychain',
    goal: 'each state of a real keyring is told apart, and none loses a key',
    run: { project: 'unit', files: ['test/main/keychain/keychain-real.test.ts'] },
    needs: 'gnome-keyring-daemon',
  },
  {
    name: 'ab-simulation',
    goal: 'looked at daily, an A/B test misleads in at most 5 %, and finds a lift in at least 80 %',
    run: { script: 'scripts/ab-simulation.ts' },
  },
  {
    name: 'manager-tasks',
    goal: 'none of 20 tasks of a campaign manager needs more actions than before the screens were redrawn',
    run: { script: 'scripts/manager-tasks.ts' },
  },
  {
    name: 'sheet-tasks',
    goal: 'twelve tasks over all videos of an account take no more actions in the sheet than each says',
    run: { project: 'e2e', files: ['test/e2e/sheet-tasks.test.ts'] },
  },
  {
    name: 'office',
    goal: 'LibreOffice opens exported files with equal figures, and no table with a formula, at any separator',
    run: { script: 'scripts/office.ts' },
    needs: 'soffice',
  },
  {
    name: 'published-cells',
    goal: 'of many videos, an edit that was published stays in its cell of the sheet while they are read again',
    run: { project: 'e2e', files: ['test/e2e/published-cells.test.ts'] },
  },
  {
    name: 'keyboard',
    goal: 'by keyboard alone each group of settings is changed and reverted, and the focus is seen',
    run: { project: 'e2e', files: ['test/e2e/keyboard.test.ts'] },
  },
  {
    name: 'looks',
    goal: 'axe finds nothing in each language and theme, and nothing is cut off at any width',
    run: {
      project: 'e2e',
      files: [
        'test/e2e/accessibility.test.ts',
        'test/e2e/leaderboard.test.ts',
        'test/e2e/timeline.test.ts',
        'test/e2e/curves.test.ts',
        'test/e2e/unopened.test.ts',
      ],
    },
  },
  {
    name: 'offline-figures',
    goal: 'offline no figure of any screen is labelled as fresh',
    run: { project: 'e2e', files: ['test/e2e/honest-figures.test.ts'], only: 'no figure of' },
  },
  {
    name: 'reports-elsewhere',
    goal: 'a report says the same on another computer, in each language and theme',
    run: { project: 'e2e', files: ['test/e2e/report-elsewhere.test.ts'] },
  },
  {
    name: 'sandbox-memory',
    goal: 'after 500 uploads of 20 MB the sandbox holds about as much memory as after ten',
    run: { project: 'unit', files: ['test/service/wire/memory.test.ts'] },
  },
  {
    name: 'bad-answers',
    goal: 'each answer of a player that cannot be read fails its own blocks alone',
    run: {
      project: 'e2e',
      files: ['test/e2e/bad-answers.test.ts', 'test/e2e/bad-answers-more.test.ts'],
    },
  },
  {
    name: 'seeded-bugs',
    goal: 'each bug put into outbox, merge, classification or redaction fails a test',
    run: { script: 'scripts/proof/seeded-bugs.ts' },
  },
]
