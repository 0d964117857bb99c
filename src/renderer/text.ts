import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '../shared/model/desk.ts'
import { abTestsText } from './features/ab-tests/text.ts'
import { activityText } from './features/activity/text.ts'
import { leaderboardText } from './features/leaderboard/text.ts'
import { liveText } from './features/live/text.ts'
import { outboxText } from './features/outbox/text.ts'
import { overviewText } from './features/overview/text.ts'
import { byDayText } from './features/player/by-day/text.ts'
import { changesText } from './features/player/changes/text.ts'
import { compareText } from './features/player/compare/text.ts'
import { secondsText } from './features/player/seconds/text.ts'
import { playerText } from './features/player/text.ts'
import { reportsCompareText } from './features/reports/compare/text.ts'
import { folderText } from './features/reports/folder-text.ts'
import { schedulesText } from './features/reports/schedule-text.ts'
import { reportsText } from './features/reports/text.ts'
import { settingsText } from './features/settings/text.ts'
import { trafficText } from './features/traffic/text.ts'
import { variantsText } from './features/variants/text.ts'
import { dryRunText } from './features/videos/dry-run/text.ts'
import { videosText } from './features/videos/text.ts'
import { videoTimelineText } from './features/videos/timeline/text.ts'
import { welcomeText } from './features/welcome/text.ts'
import { pressText } from './press/text.ts'
import { recoveryText } from './shell/recovery-words.ts'
import { annotationsText } from './ui/annotations/text.ts'
import { blockText } from './ui/block-text.ts'
import { problemText } from './ui/edits/problem-words.ts'
import { editsText } from './ui/edits/text.ts'
import { failureWordsEn } from './ui/failure-words-en.ts'
import { failureWordsPt } from './ui/failure-words-pt.ts'
import { faultText } from './ui/fault-text.ts'
import { figureText } from './ui/figure-text.ts'
import { freshnessText } from './ui/freshness-text.ts'
import { growthText } from './ui/growth-text.ts'
import { nothingText } from './ui/nothing-text.ts'
import { periodText } from './ui/period-text.ts'
import { pictureText } from './ui/picture/text.ts'
import { reportText } from './ui/report-text.ts'
import { uiText } from './ui/text.ts'
import { updatesText } from './ui/updates-text.ts'

/** A screen's words in both languages; a key that one of them lacks fails the compiler. */
const texts = {
  ui: uiText,
  block: blockText,
  failure: { en: failureWordsEn, 'pt-BR': failureWordsPt },
  fault: faultText,
  recovery: recoveryText,
  period: periodText,
  figure: figureText,
  growth: growthText,
  freshness: freshnessText,
  annotations: annotationsText,
  nothing: nothingText,
  report: reportText,
  press: pressText,
  picture: pictureText,
  edits: editsText,
  problem: problemText,
  welcome: welcomeText,
  overview: overviewText,
  player: playerText,
  changes: changesText,
  byDay: byDayText,
  compare: compareText,
  seconds: secondsText,
  traffic: trafficText,
  videos: videosText,
  dryRun: dryRunText,
  outbox: outboxText,
  abTests: abTestsText,
  variants: variantsText,
  leaderboard: leaderboardText,
  live: liveText,
  reports: reportsText,
  schedules: schedulesText,
  activity: activityText,
  reportsCompare: reportsCompareText,
  folder: folderText,
  settings: settingsText,
  updates: updatesText,
  videoTimeline: videoTimelineText,
}

type Texts = { [N in keyof typeof texts]: (typeof texts)[N]['en'] }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    resources: Texts
    strictKeyChecks: true
  }
}

const inLanguage = (language: Language) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text[language]]))

export async function startText(language: Language) {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'ui',
    interpolation: { escapeValue: false },
    resources: { en: inLanguage('en'), 'pt-BR': inLanguage('pt-BR') },
  })
}
