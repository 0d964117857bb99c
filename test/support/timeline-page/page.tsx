import { MantineProvider } from '@mantine/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Timeline } from '../../../src/renderer/features/videos/timeline/timeline.tsx'
import { startText } from '../../../src/renderer/text.ts'
import { cssVariablesResolver, theme } from '../../../src/renderer/theme.ts'
import { startView } from '../../../src/renderer/view.ts'
import type { Video } from '../../../src/shared/api/video.ts'
import type { Change } from '../../../src/shared/features/publishing/edit.ts'
import type { AppInfo } from '../../../src/shared/features/settings/window-info.ts'
import { languageFor } from '../../../src/shared/locales/languages.ts'
import { CLICKS, CROWDED, ENGAGEMENT, PITCH, SALES } from './crowded.ts'

const timing = { clicks: CLICKS, sales: SALES }
const PERIOD = { start: '2026-06-01', end: '2026-06-30' }
const NOTHING: ReadonlySet<string> = new Set()
const given: Change[][] = []
Object.assign(window, { given })

/** Only the timeline, with a video that applies changes as the app would. */
function Page() {
  const [video, setVideo] = useState(CROWDED)
  return (
    <main style={{ padding: 16 }}>
      <h1>Timeline</h1>
      <Timeline
        wrong={NOTHING}
        video={video}
        edits={[]}
        hasPlayer
        playerLength={0}
        pitch={PITCH}
        engagement={ENGAGEMENT}
        timing={timing}
        period={PERIOD}
        age={null}
        missing={null}
        onChange={async (changes) => {
          given.push(changes)
          setVideo((old) => changes.reduce(changed, old))
          await new Promise((drawn) => requestAnimationFrame(drawn))
        }}
      />
    </main>
  )
}

function changed(video: Video, change: Change): Video {
  if (change.kind !== 'set' || change.item_id === null || change.group === 'playback') return video
  const [part = '', key = ''] = change.register.split('.')
  const group = video[change.group] as { items: Record<string, Record<string, unknown>>[] }
  const items = group.items.map((item) =>
    (item['id'] as unknown) === change.item_id
      ? { ...item, [part]: { ...item[part], [key]: change.value } }
      : item,
  )
  return { ...video, [change.group]: { ...group, items } } as Video
}

async function start() {
  const [language, scheme] = location.hash.slice(1).split(',')
  const shown = languageFor(language ?? 'en')
  document.documentElement.lang = shown
  await startText(shown)
  startView({
    accounts: [],
    zone: 'UTC',
    preferences: { place: { account_id: null } },
  } as unknown as AppInfo)
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={scheme === 'dark' ? 'dark' : 'light'}
    >
      <Page />
    </MantineProvider>,
  )
}

void start()
