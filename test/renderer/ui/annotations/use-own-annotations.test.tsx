import { MantineProvider } from '@mantine/core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callQuery, prefetch } from '../../../../src/renderer/query.ts'
import { startText } from '../../../../src/renderer/text.ts'
import { useOwnAnnotations } from '../../../../src/renderer/ui/annotations/use-own-annotations.tsx'
import { wordsOf } from '../../../support/drawn.ts'
import { stubBridge } from '../../../support/page-bridge.ts'

const account_id = 'account'
const period = { start: '2026-03-01', end: '2026-03-31' }
const annotationOf = (text: string) => {
  const day = { start: '2026-03-05', end: '2026-03-05' }
  return { id: text, player_id: null, period: day, text, tags: [], madeAt: 1, changedAt: 1 }
}

// What the preload gives the page.
beforeAll(async () => {
  const annotations = ['Launch', 'Holiday', 'Another day'].map(annotationOf)
  stubBridge(() =>
    Promise.resolve({ ok: true, value: { annotations, canUndo: false, canRedo: false } }),
  )
  vi.stubGlobal('document', { querySelector: () => null })
  await startText('en')
  await prefetch(...callQuery('annotations', 'list', { account_id }))
  vi.unstubAllGlobals()
  vi.stubGlobal('document', { activeElement: null })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

/** The words of the dialog that a chart's mark opens. */
function openedBy(ids: readonly string[]) {
  const Chart = () => {
    const own = useOwnAnnotations({ account_id, player: null, period, today: period.end })
    if (!own.dialog) own.open(ids)
    return own.dialog
  }
  return wordsOf(
    <MantineProvider env="test">
      <Chart />
    </MantineProvider>,
  )
}

test('a mark of several annotations opens the list of them, and that of one opens it', () => {
  const listed = openedBy(['Launch', 'Holiday'])
  expect(listed).toContain('Launch')
  expect(listed).toContain('Holiday')
  expect(listed).not.toContain('Another day')
  expect(openedBy(['Launch'])).toContain('Edit annotation')
})
