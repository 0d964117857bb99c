/**
 * A process that saves one change of many videos, and prints when it begins and when it is
 * confirmed.
 */
import { makeVerbs, type Verbs } from '../../src/main/database/verbs.ts'
import { testClock } from './clock.ts'
import { aVideo } from './edits.ts'

const ACCOUNT = 'account00001'
const ITEMS = 10

/** The number of videos, each with ten calls to action. */
export function keepManyVideos(verbs: Verbs, count: number) {
  const items = Array.from({ length: ITEMS }, (_, index) => ({
    ...{ id: `cta${index}`, base: { type: 'inside_video', active: true } },
    action: { content: 'Quero começar agora', url: 'https://pay.example/checkout' },
  }))
  const call_actions = { enabled: true, items }
  const videos = Array.from({ length: count }, (_, index) =>
    aVideo({ id: idOf(index), call_actions }),
  )
  verbs.keepVideos(ACCOUNT, videos, 1)
}

/** Switches every call to action off. */
export function saveGesture(verbs: Verbs, videos: number) {
  const changes = Array.from({ length: ITEMS }, (_, index) => ({
    ...{ kind: 'set' as const, group: 'call_actions' as const },
    ...{ item_id: `cta${index}`, register: 'base.active', value: false },
  }))
  const edits = Array.from({ length: videos }, (_, index) => ({ video_id: idOf(index), changes }))
  verbs.saveEdits(ACCOUNT, edits)
}

const idOf = (index: number) => `video${String(index).padStart(5, '0')}`

const [folder, videos] = process.argv.slice(2)
if (process.argv[1] === import.meta.filename && folder) {
  const verbs = makeVerbs(folder, testClock)
  process.stdout.write('begins\n')
  saveGesture(verbs, Number(videos))
  process.stdout.write('saved\n')
  setInterval(() => undefined, 1000)
}
