import type { StoredReport } from '../../src/main/features/reports/store.ts'
import { NO_COVER } from '../../src/shared/features/reports/cover.ts'
import type { ListedReport, ReportAbout } from '../../src/shared/features/reports/report.ts'
import { sampleReport } from './sample-report.ts'

/** The id of the report with this number. */
export const reportIdAt = (index: number) => index.toString(16).padStart(64, '0')

const SUBJECTS = ['Emagreça Já', 'Café da manhã', 'Keto offer', 'Inglês em 90 dias', 'Sono leve']
const SCREENS = ['player', 'traffic', 'abTests'] as const
const HOUR = 3_600_000

/** The subject of the report with this number: all differ in title, days and time. */
export function aboutAt(index: number, change: Partial<ReportAbout> = {}): ReportAbout {
  const { about } = sampleReport()
  const subject = SUBJECTS[index % SUBJECTS.length] ?? ''
  const day = String(1 + (index % 28)).padStart(2, '0')
  const month = String(1 + (Math.floor(index / 28) % 12)).padStart(2, '0')
  const year = 2020 + (Math.floor(index / 336) % 6)
  return {
    ...about,
    screen: SCREENS[index % 3] ?? 'player',
    title: `${subject}: decision ${index}`,
    account: { ...about.account, name: `Agência ${index % 7}` },
    player: about.player && { ...about.player, name: `VSL ${subject} ${index % 40}` },
    group: index % 3 === 2 ? { id: `test-${index}`, name: `Headline ${index}` } : null,
    period: { start: `${year}-${month}-${day}`, end: `${year}-${month}-28` },
    madeAt: about.madeAt + index * HOUR,
    ...change,
  }
}

export function storedReport(index: number, change: Partial<StoredReport> = {}): StoredReport {
  const about = aboutAt(index)
  return {
    id: reportIdAt(index),
    origin: 'made',
    addedAt: about.madeAt,
    about,
    document: Buffer.from(`document ${index}`),
    preview: null,
    ...change,
  }
}

export function listedReport(
  index: number,
  {
    about = {},
    ...change
  }: Partial<Omit<ListedReport, 'about'>> & { about?: Partial<ReportAbout> } = {},
): ListedReport {
  return {
    id: reportIdAt(index),
    about: aboutAt(index, about),
    origin: 'made',
    addedAt: index,
    size: 1000 + index,
    hasPreview: false,
    tags: [],
    isFavourite: false,
    cover: NO_COVER,
    ...change,
  }
}
