import { EventEmitter, once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { faultFields } from '../../../src/main/log.ts'
import { catchFaults } from '../../../src/main/shell/faults.ts'

function caught() {
  const emitter = new EventEmitter()
  const noted: [what: string, thrown: unknown][] = []
  const told: unknown[] = []
  let answer = () => undefined as void
  catchFaults(emitter, {
    note: (what, thrown) => noted.push([what, thrown]),
    tell: (thrown) => {
      told.push(thrown)
      return new Promise((resolve) => {
        answer = resolve
      })
    },
  })
  return { emitter, noted, told, answer: () => answer() }
}

const turn = () => new Promise((next) => setImmediate(next))

test('an exception in main is logged each time, and shown once until it is dismissed', async () => {
  const { emitter, noted, told, answer } = caught()
  const [first, second, third] = [new Error('1'), new Error('2'), new Error('3')]
  emitter.emit('uncaughtException', first)
  emitter.emit('uncaughtException', second)
  expect(told).toEqual([first])
  answer()
  await turn()
  emitter.emit('uncaughtException', third)
  expect(told).toEqual([first, third])
  expect(noted).toEqual([
    ['main', first],
    ['main', second],
    ['main', third],
  ])
})

test('an unhandled rejection is logged, and main continues', () => {
  const { emitter, noted, told } = caught()
  const thrown = new Error('left alone')
  emitter.emit('unhandledRejection', thrown)
  expect([noted, told]).toEqual([[['promise', thrown]], []])
})

test.each([
  ['an exception', 'setTimeout(() => { throw new TypeError("in a thread") })'],
  ['a rejection', 'Promise.reject(new TypeError("in a thread"))'],
])('%s of a thread is logged with its stack', async (_name, source) => {
  const { emitter, noted, told } = caught()
  const worker = new Worker(source, { eval: true })
  emitter.emit('worker', worker)
  await new Promise((resolve) => worker.on('exit', resolve))
  expect(told).toEqual([])
  const [[what, thrown] = []] = noted
  expect(faultFields(what ?? '', thrown)).toMatchObject({
    what: 'thread',
    kind: 'unexpected',
    text: 'TypeError: in a thread',
    stack: expect.stringContaining('[worker eval]'),
  })
})

test('Node emits an event for each thread that is started', async () => {
  const started = once(process, 'worker')
  const worker = new Worker('', { eval: true })
  expect((await started)[0]).toBe(worker)
  await once(worker, 'exit')
})
