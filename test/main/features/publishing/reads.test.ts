// What a read of the service is taken for.
import { expect, test } from 'vitest'
import type { VideoService } from '../../../../src/main/features/publishing/edit-row.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import { aDesk, pixelNamed } from '../../../support/posting-desk.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

type Desk = ReturnType<typeof aDesk>
type Videos = Pick<VideoService, 'read' | 'patch'>

/** A service whose thumbnail has another address, and each overlay another count, at each read. */
function signing(desk: Desk) {
  let reads = 0
  const signed = (video: Video): Video => {
    reads += 1
    const { smart_autoplay, call_actions } = video
    const mark = <T extends object>(one: T): T => ({ ...one, signature: reads })
    return {
      ...mark(video),
      ...(smart_autoplay && {
        smart_autoplay: mark({ ...smart_autoplay, variants: smart_autoplay.variants?.map(mark) }),
      }),
      ...(call_actions && {
        call_actions: mark({ ...call_actions, items: call_actions.items?.map(mark) }),
      }),
    }
  }
  const { read, patch } = desk.over.videos
  const videos: Videos = {
    patch,
    async read(...of) {
      const answer = await read(...of)
      return { ...answer, value: signed(answer.value) }
    },
  }
  return { videos, signed }
}

test('what the document does not name makes no request wait, although each read shows another value', async () => {
  const desk = aDesk()
  const { videos } = signing(desk)
  const outbox = desk.made({ videos })
  desk.save(pixelNamed('One'), pixelNamed('Two'))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(1_000)
  expect([desk.statuses(), desk.over.sent.length]).toEqual([[], 2])
})

test('what the document does not name is no change by someone else', () => {
  const desk = aDesk()
  const { signed } = signing(desk)
  const items = desk.read().call_actions?.items ?? []
  const call_actions = { ...desk.read().call_actions, items: items.toReversed() }
  for (const video of [signed(desk.read()), signed({ ...desk.read(), call_actions })]) {
    desk.verbs.keepVideo(ACCOUNT, { video, fetchedAt: desk.clock.now() })
    expect(desk.verbs.videoBase(ACCOUNT, video.id)?.video).toEqual(video)
  }
  expect(desk.verbs.history(ACCOUNT, desk.video.id)).toEqual([])
})
