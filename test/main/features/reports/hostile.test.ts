import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { packReport } from '../../../../src/main/features/reports/container.ts'
import { failureWords } from '../../../../src/renderer/ui/failure-text.ts'
import { makeFormat } from '../../../../src/renderer/ui/format.ts'
import type { Failure } from '../../../../src/shared/failure.ts'
import { newFolder } from '../../../support/folder.ts'
import type { Hostile } from '../../../support/hostile.ts'
import { evilTexts, largeTexts, scripts, wrongTypes } from '../../../support/hostile-contents.ts'
import { bitFlipped, bombs, evilNames, liars, truncated } from '../../../support/hostile-packing.ts'
import { strangeFiles } from '../../../support/hostile-places.ts'
import { pngOf } from '../../../support/picture-bytes.ts'
import { sampleReport } from '../../../support/sample-report.ts'
import { isProof, tell } from '../../../support/scale.ts'
import { identityOf } from '../../../support/summed-report.ts'
import { texts } from '../../../support/texts.ts'
import { reportWorker } from '../../../support/threads.ts'

interface Outcome {
  opened?: string
  json?: string
  failure?: Failure
  ms: number
  mainMs: number
  growthMb: number
}

const MOST_MB = 300
const root = newFolder()
const folder = path.join(root, 'files')
const format = makeFormat('en', 'UTC')
let cases: Hostile[] = []
let outcomes: Outcome[] = []
let listings: string[][] = []

/** Every name, its size and when it was written, without following a link. */
const listing = () =>
  execFileSync('find', [root, '-printf', '%P %s %T@\n']).toString().split('\n').sort()

const placed = (index: number) => path.join(folder, `${index}.cuepoint`)

beforeAll(async () => {
  const tables = [{ name: 'overview', csv: 'a,b\r\n1,2\r\n' }]
  const whole = await packReport({ document: sampleReport(), tables, preview: pngOf(8, 8) })
  const large = [...bombs(), ...largeTexts()]
  cases = [
    ...[...truncated(whole), ...bitFlipped(whole), ...liars(), ...evilNames()],
    ...[...evilTexts(), ...wrongTypes(), ...scripts(), ...strangeFiles()],
    ...large.filter((_, index) => isProof || index % 5 === 0),
  ]
  fs.mkdirSync(folder)
  for (const [index, { make }] of cases.entries()) make(placed(index))
  const before = listing()
  const child = spawnSync(
    process.execPath,
    [
      // Whatever a file makes of it, it can neither write, start a program nor load native code.
      ...['--permission', '--allow-fs-read=*', '--allow-worker', '--no-warnings'],
      path.resolve('test/support/report-child.ts'),
      folder,
      reportWorker,
    ],
    {
      cwd: root,
      env: { ...process.env, HOME: root, TMPDIR: root },
      input: cases.map((_, index) => path.basename(placed(index))).join('\n'),
      maxBuffer: 2 ** 28,
    },
  )
  if (child.status !== 0) throw new Error(child.stderr.toString())
  outcomes = child.stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Outcome)
  listings = [before, listing()]
})

const paired = () => cases.map((each, index) => ({ ...each, ...(outcomes[index] as Outcome) }))

describe('two hundred hostile files', () => {
  it('are more than two hundred, and each is processed to the end', () => {
    expect(cases.length).toBeGreaterThan(200)
    expect(outcomes).toHaveLength(cases.length)
    const opened = outcomes.filter((each) => each.opened).length
    const most = (of: (each: Outcome) => number) => Math.round(Math.max(...outcomes.map(of)))
    tell(`${cases.length} hostile files: ${opened} opened, ${cases.length - opened} refused`)
    tell(`longest ${most(({ ms }) => ms)} ms, of main at most ${most(({ mainMs }) => mainMs)} ms`)
    tell(`memory +${most(({ growthMb }) => growthMb)} MB`)
  })

  it('are each opened, or refused for the right reason', () => {
    const wrong = paired().filter(({ outcomes: right, opened, failure }) => {
      const was = opened ? 'opened' : failure?.kind === 'report-file' && failure.reason
      return !right.includes('any') && !right.includes(String(was))
    })
    expect(wrong.map(({ name, opened, failure }) => ({ name, opened, failure }))).toEqual([])
  })

  it('are each refused with a whole sentence of bounded length', () => {
    for (const { failure, name } of paired()) {
      if (!failure) continue
      expect({ name, kind: failure.kind }).toEqual({ name, kind: 'report-file' })
      const [word, values = {}] = failureWords(failure, format)
      expect(texts.en.failure[`${word}Why`].length).toBeGreaterThan(10)
      expect(Object.values(values).every((value) => String(value).length <= 161)).toBe(true)
      expect(Object.values(values).join('')).not.toMatch(/\p{C}/u)
    }
  })

  it('give no other figures than those of the report after a bit flip', () => {
    const id = identityOf(sampleReport())
    const flipped = paired().filter(({ name }) => name.startsWith('bit '))
    expect(flipped.some(({ failure }) => failure)).toBe(true)
    for (const { opened } of flipped) expect([id, undefined]).toContain(opened)
  })

  it('keep scripts as plain text when they are opened', () => {
    for (const { name, json } of paired().filter(({ name: each }) =>
      each.startsWith('the text '),
    )) {
      const script = JSON.parse(name.slice('the text '.length)) as string
      const document = JSON.parse(json ?? '') as ReturnType<typeof sampleReport>
      expect(document.about.title).toBe(script)
      expect(document.calls[0]?.value).toEqual([script])
    }
  })

  it('take less than 300 MB of memory altogether', () => {
    expect(Math.max(...outcomes.map(({ growthMb }) => growthMb))).toBeLessThan(MOST_MB)
  })

  it('write no file in their folder', () => {
    expect(listings[1]).toEqual(listings[0])
  })
})
