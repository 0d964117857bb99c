import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '../shared/model/desk.ts'
import { activityText } from './features/activity/text.ts'
import { outboxText } from './features/outbox/text.ts'
import { overviewText } from './features/overview/text.ts'
import { playerText } from './features/player/text.ts'
import { settingsText } from './features/settings/text.ts'
import { videosText } from './features/videos/text.ts'
import { videoTimelineText } from './features/videos/timeline/text.ts'
import { welcomeText } from './features/welcome/text.ts'
import { problemText } from './ui/edits/problem-words.ts'
import { editsText } from './ui/edits/text.ts'
import { failureWordsEn } from './ui/failure-words-en.ts'
import { failureWordsPt } from './ui/failure-words-pt.ts'
import { figureText } from './ui/figure-text.ts'
import { nothingText } from './ui/nothing-text.ts'
import { periodText } from './ui/period-text.ts'
import { uiText } from './ui/text.ts'

/** A screen's words in both languages; a key that one of them lacks fails the compiler. */
const texts = {
  ui: uiText,
  failure: { en: failureWordsEn, 'pt-BR': failureWordsPt },
  period: periodText,
  figure: figureText,
  nothing: nothingText,
  edits: editsText,
  problem: problemText,
  welcome: welcomeText,
  overview: overviewText,
  player: playerText,
  videos: videosText,
  outbox: outboxText,
  activity: activityText,
  settings: settingsText,
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
