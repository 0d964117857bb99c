import { expect, test } from 'vitest'
import { planOf } from '../../../../src/main/features/publishing/plan.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { registerKey } from '../../../../src/shared/features/publishing/register.ts'
import { aDesk } from '../../../support/posting-desk.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

type Dispatch = { mode?: string; threshold?: number }

/** A pixel of a video that fires at 50 percent, changed here and by a colleague. */
function aPixel(desk = aDesk(), video_id = desk.video.id) {
  const { clock, outbox, service, verbs } = desk
  const read = () => service.video.read(video_id)
  service.video.colleague(video_id, {
    pixels: { items: [{ base: { name: 'Ours', type: 'google' }, dispatch: { active: true } }] },
  })
  const item_id = read().pixels?.items?.find(({ base }) => base?.name === 'Ours')?.id ?? ''
  const pixel = { group: 'pixels', item_id } as const
  const mode = { ...pixel, register: 'dispatch.mode' } as const
  const threshold = { ...pixel, register: 'dispatch.threshold' } as const
  const colleague = (dispatch: Dispatch) =>
    service.video.colleague(video_id, { pixels: { items: [{ id: item_id, dispatch }] } })
  const download = () => verbs.keepVideo(ACCOUNT, { video: read(), fetchedAt: clock.now() })
  const publish = async () => {
    await outbox.post(ACCOUNT, [video_id])
    await clock.advance(60_000)
  }
  const ours = () => verbs.editRows(ACCOUNT, video_id)
  const resolve = async (at: typeof mode | typeof threshold, choice: 'mine' | 'theirs') => {
    await outbox.resolve(ACCOUNT, video_id, { keys: [registerKey(at)], choice })
    await clock.advance(60_000)
  }
  const save = (...changes: Change[]) => verbs.saveEdits(ACCOUNT, [{ video_id, changes }])
  colleague({ mode: 'percent', threshold: 50 })
  download()
  return {
    ...{ desk, mode, threshold, colleague, download, publish, resolve, save, read },
    setMode: (value: string): Change => ({ kind: 'set', ...mode, value }),
    setThreshold: (value: number): Change => ({ kind: 'set', ...threshold, value }),
    revert: (at: typeof mode | typeof threshold) => save({ kind: 'revert', ...at }),
    /** What the service has, and which settings are in which state here. */
    outcome: () => {
      const item = read().pixels?.items?.find(({ id }) => id === item_id)
      const { mode: unit, threshold: number } = item?.dispatch ?? {}
      const waiting = ours().map(({ register, status }) => `${register} ${status}`)
      return [unit, number, ...waiting.toSorted()]
    },
    /** Makes the edits as an earlier version stored them. */
    forget: () =>
      verbs.commitEdits(ACCOUNT, video_id, {
        put: ours().map((row) => {
          const { partner: _, ...older } = row
          return older
        }),
      }),
  }
}

const MODE_HELD = 'dispatch.mode conflict'
const THRESHOLD_HELD = 'dispatch.threshold conflict'

test('a threshold is in conflict when a download showed its mode changed since it was typed', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setThreshold(60))
  pixel.colleague({ mode: 'time' })
  pixel.download()
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['time', 50, THRESHOLD_HELD])
  expect(pixel.desk.verbs.editsOf(ACCOUNT).edits).toMatchObject([{ partner: 'percent' }])
})

test('a mode is in conflict when a download showed its threshold changed since it was chosen', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setMode('time'))
  pixel.colleague({ threshold: 75 })
  pixel.download()
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['percent', 75, MODE_HELD])
})

test('an edit that an earlier version stored is compared with its item as it was then', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setThreshold(60))
  pixel.forget()
  pixel.colleague({ mode: 'time' })
  pixel.download()
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['time', 50, THRESHOLD_HELD])
  await pixel.resolve(pixel.threshold, 'mine')
  expect(pixel.outcome()).toEqual(['time', 60])
})

test('a mode and its threshold that an earlier version stored are sent together', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setMode('time'), pixel.setThreshold(90))
  pixel.forget()
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['time', 90])
})

test('a threshold kept although its mode changed is sent, and asked about again after the next change', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setThreshold(60))
  pixel.colleague({ mode: 'time' })
  pixel.download()
  await pixel.publish()
  pixel.colleague({ mode: 'percent' })
  await pixel.resolve(pixel.threshold, 'mine')
  expect(pixel.outcome()).toEqual(['percent', 50, THRESHOLD_HELD])
  await pixel.resolve(pixel.threshold, 'mine')
  expect(pixel.outcome()).toEqual(['percent', 60])
})

test('a mode kept although its threshold changed is sent', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setMode('time'))
  pixel.colleague({ threshold: 75 })
  pixel.download()
  await pixel.publish()
  await pixel.resolve(pixel.mode, 'mine')
  expect(pixel.outcome()).toEqual(['time', 75])
})

test('of a threshold and a mode in conflict, theirs leaves the service as it is', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setThreshold(60))
  pixel.colleague({ mode: 'time' })
  pixel.download()
  await pixel.publish()
  await pixel.resolve(pixel.threshold, 'theirs')
  expect(pixel.outcome()).toEqual(['time', 50])
})

test.each([60, 90])(
  'a threshold typed again as %s is in the unit that is shown then',
  async (value) => {
    const pixel = aPixel()
    pixel.save(pixel.setThreshold(60))
    pixel.colleague({ mode: 'time' })
    pixel.download()
    pixel.save(pixel.setThreshold(value))
    await pixel.publish()
    expect(pixel.outcome()).toEqual(['time', value])
  },
)

test('a note is no decision about the unit of its threshold', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setThreshold(60))
  pixel.colleague({ mode: 'time' })
  pixel.download()
  pixel.save({ kind: 'note', ...pixel.threshold, note: 'Why' })
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['time', 50, THRESHOLD_HELD])
})

test('a threshold is sent when its mode is again the one that it was typed with', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setThreshold(60))
  for (const mode of ['time', 'percent']) {
    pixel.colleague({ mode })
    pixel.download()
  }
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['percent', 60])
})

test('a mode and its threshold are sent together, in whichever order they were changed', async () => {
  for (const order of ['mode first', 'threshold first', 'at once']) {
    const pixel = aPixel()
    const changes = [pixel.setMode('time'), pixel.setThreshold(90)]
    if (order === 'at once') pixel.save(...changes)
    else
      for (const change of order === 'mode first' ? changes : changes.toReversed())
        pixel.save(change)
    pixel.colleague({ mode: 'time' })
    pixel.download()
    await pixel.publish()
    expect(pixel.outcome()).toEqual(['time', 90])
  }
})

test('a threshold typed with a new mode is not sent once that mode was taken back', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setMode('time'))
  pixel.save(pixel.setThreshold(90))
  pixel.revert(pixel.mode)
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['percent', 50, THRESHOLD_HELD])
  await pixel.resolve(pixel.threshold, 'mine')
  expect(pixel.outcome()).toEqual(['percent', 90])
})

test('a mode chosen beside a new threshold is not sent once that threshold was taken back', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setThreshold(90))
  pixel.save(pixel.setMode('time'))
  pixel.revert(pixel.threshold)
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['percent', 50, MODE_HELD])
})

test('a threshold typed with the mode of the service is sent after another mode was taken back', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setThreshold(60))
  pixel.save(pixel.setMode('time'))
  pixel.revert(pixel.mode)
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['percent', 60])
})

test('choosing the mode of the service again gives the threshold beside it that unit', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setMode('time'))
  pixel.save(pixel.setThreshold(90))
  pixel.save(pixel.setMode('percent'))
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['percent', 90])
})

test('typing the threshold of the service again keeps the mode that was chosen beside another', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setThreshold(90))
  pixel.save(pixel.setMode('time'))
  pixel.save(pixel.setThreshold(50))
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['time', 50])
})

test('a threshold has for its earlier value the mode of the service, whatever mode it was typed with', async () => {
  const pixel = aPixel()
  const partners = () => pixel.desk.verbs.editsOf(ACCOUNT).edits.map(({ partner }) => partner)
  pixel.save(pixel.setMode('time'), pixel.setThreshold(90))
  pixel.revert(pixel.mode)
  expect(partners()).toEqual(['percent'])
  pixel.colleague({ mode: 'time' })
  pixel.download()
  pixel.save(pixel.setThreshold(80))
  expect(partners()).toEqual(['percent'])
  pixel.colleague({ threshold: 75 })
  await pixel.publish()
  await pixel.resolve(pixel.threshold, 'mine')
  expect(pixel.outcome()).toEqual(['time', 80])
})

test('a queued threshold does not change its unit when its mode is chosen anew', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setMode('time'), pixel.setThreshold(90))
  pixel.desk.verbs.queueEdits(ACCOUNT, null)
  pixel.save(pixel.setMode('percent'))
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['percent', 50, THRESHOLD_HELD])
})

test('a queued threshold is not sent without the new mode that it was typed with', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setMode('time'), pixel.setThreshold(90))
  pixel.desk.verbs.queueEdits(ACCOUNT, null)
  pixel.save(pixel.setMode('other'))
  await pixel.desk.outbox.start([ACCOUNT])
  await pixel.desk.clock.advance(60_000)
  expect(pixel.outcome()).toEqual(['percent', 50, 'dispatch.mode draft', THRESHOLD_HELD])
})

test('undone and redone, a threshold has the unit of the time when it was typed', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setThreshold(60))
  pixel.desk.verbs.undoStep(ACCOUNT)
  pixel.colleague({ mode: 'time' })
  pixel.download()
  pixel.desk.verbs.redoStep(ACCOUNT)
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['time', 50, THRESHOLD_HELD])
})

test('a discarded mode that comes back by undo is sent with its threshold', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setMode('time'), pixel.setThreshold(90))
  pixel.desk.verbs.discardEdits(ACCOUNT, null, pixel.desk.clock.now())
  pixel.desk.verbs.undoStep(ACCOUNT)
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['time', 90])
})

test('a publish taken back is in the unit from before it, unless the mode changes once more', async () => {
  for (const isChanged of [false, true]) {
    const pixel = aPixel()
    pixel.save(pixel.setThreshold(60))
    await pixel.publish()
    const { verbs } = pixel.desk
    const id = verbs.publishes.last({ account_id: ACCOUNT })?.id ?? 0
    verbs.publishes.dismiss({ account_id: ACCOUNT, publish: id })
    verbs.takeBack(ACCOUNT, id, false)
    if (isChanged) {
      pixel.colleague({ mode: 'time' })
      pixel.download()
    }
    await pixel.publish()
    expect(pixel.outcome()).toEqual(isChanged ? ['time', 60, THRESHOLD_HELD] : ['percent', 50])
  }
})

test('a video restored while a draft has another mode gets both values from before', async () => {
  const pixel = aPixel()
  pixel.colleague({ threshold: 75 })
  pixel.download()
  const { verbs, video } = pixel.desk
  const [entry] = verbs.history(ACCOUNT, video.id)
  pixel.save(pixel.setMode('time'), pixel.setThreshold(90))
  verbs.restoreVideo(ACCOUNT, video.id, entry?.id ?? 0)
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['percent', 50])
})

test('in one save the last state counts, although the mode comes after its threshold', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setMode('time'))
  pixel.save(pixel.setThreshold(75), pixel.setMode('percent'))
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['percent', 75])
})

test('of several videos, only the threshold whose mode changed is held', async () => {
  const desk = aDesk()
  const [one, other] = desk.videos.slice(0, 2).map(({ id }) => aPixel(desk, id))
  if (!one || !other) throw new Error('there are not two videos')
  for (const pixel of [one, other]) pixel.save(pixel.setThreshold(60))
  one.colleague({ mode: 'time' })
  desk.verbs.keepVideos(ACCOUNT, [one.read(), other.read()], desk.clock.now())
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  expect([one.outcome(), other.outcome()]).toEqual([
    ['time', 50, THRESHOLD_HELD],
    ['percent', 60],
  ])
})

test('other settings of the pixel are sent while its threshold is in conflict', async () => {
  const pixel = aPixel()
  const name = { ...pixel.threshold, register: 'base.name' }
  pixel.save(pixel.setThreshold(60), { kind: 'set', ...name, value: 'Renamed' })
  pixel.colleague({ mode: 'time' })
  pixel.download()
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['time', 50, THRESHOLD_HELD])
  expect(pixel.read().pixels?.items?.some(({ base }) => base?.name === 'Renamed')).toBe(true)
})

test.each(['mode', 'threshold'] as const)(
  'of a mode and a threshold in conflict, each can be kept by itself, the %s first',
  async (first) => {
    const pixel = aPixel()
    pixel.save(pixel.setMode('time'), pixel.setThreshold(90))
    pixel.colleague({ threshold: 75 })
    pixel.download()
    await pixel.publish()
    expect(pixel.outcome()).toEqual(['percent', 75, MODE_HELD, THRESHOLD_HELD])
    await pixel.resolve(pixel[first], 'mine')
    if (first === 'mode') {
      expect(pixel.outcome()).toEqual(['percent', 75, MODE_HELD, THRESHOLD_HELD])
      await pixel.resolve(pixel.threshold, 'mine')
    }
    expect(pixel.outcome()).toEqual(['time', 90])
  },
)

test('a threshold kept beside a new mode is not sent when that mode is given up', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setMode('time'), pixel.setThreshold(90))
  pixel.colleague({ threshold: 75 })
  pixel.download()
  await pixel.publish()
  const { verbs, video, clock } = pixel.desk
  const kept = { keys: [registerKey(pixel.threshold)], choice: 'mine' } as const
  verbs.resolveEdits(ACCOUNT, video.id, kept, clock.now())
  pixel.revert(pixel.mode)
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['percent', 75, THRESHOLD_HELD])
})

test('a value typed in a conflict is in the unit that is shown then', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setThreshold(60))
  pixel.colleague({ mode: 'time' })
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['time', 50, THRESHOLD_HELD])
  pixel.save(pixel.setThreshold(120))
  await pixel.publish()
  expect(pixel.outcome()).toEqual(['time', 120])
})

test('a pixel that is there again is compared with it as it was when its edit was made', async () => {
  const pixel = aPixel()
  pixel.save(pixel.setMode('time'))
  const [row] = pixel.desk.rows()
  const gone = { ...pixel.desk.read(), pixels: { items: [] } }
  const planned = { rows: [], due: [], before: null, check: () => [] }
  if (!row) throw new Error('there is no edit')
  const rows = [{ ...row, status: 'queued' as const }]
  const [made] = planOf({ ...planned, rows, due: rows, video: gone }).put
  expect(made).toMatchObject({ kind: 'create', status: 'conflict' })
  expect(made).not.toHaveProperty('partner')
})
