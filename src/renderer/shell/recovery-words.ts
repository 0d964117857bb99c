import type { TFunction } from 'i18next'
import type { Language } from '../../shared/model/desk.ts'
import { type DeskRecovery, KEPT_PARTS, type Recovery } from '../../shared/model/recovery.ts'

const en = {
  answersRebuilt:
    'The file of downloaded figures was damaged, so it was set aside and started anew. Download again; the old file is kept as {{file}}.',
  answersMissing: 'The file of downloaded figures is missing: {{file}}. Download again.',
  deskRestored:
    'The backup is restored. What was on this desk before is kept at {{file}}. Changes that waited to be posted are drafts again.',
  strangeFile:
    'A file beside your desk’s file was written for another one, so it was not used. It is kept as {{file}}.',
  damaged: 'The file of all that you made here was damaged.',
  missing: 'The file of all that you made here was missing.',
  behind: 'The file of all that you made here lacked what its second copy has.',
  allBack: 'All of it is back: {{kept, number}} entries.',
  someBack: '{{kept, number}} entries are back. Lost: {{lost}}.',
  counted: '{{part}} ({{count, number}})',
  uncounted: '{{part}} (number not known)',
  undo: 'Changes of videos made before can no longer be undone.',
  keptAs: 'The old file is kept as {{file}}.',
  parts: {
    accounts: 'accounts',
    edits: 'changes not posted',
    history: 'entries of the history',
    annotations: 'annotations',
    markers: 'marks in videos',
    players: 'tags and pins of players',
    tests: 'choices and decisions on A/B tests',
    rules: 'rules for traffic',
    views: 'views of curves',
    reports: 'reports',
    schedules: 'scheduled reports',
    pictures: 'pictures',
  },
}

const ptBr: typeof en = {
  answersRebuilt:
    'O arquivo de números baixados estava danificado; ele foi separado e começou um novo. Baixe de novo; o arquivo antigo ficou como {{file}}.',
  answersMissing: 'O arquivo de números baixados sumiu: {{file}}. Baixe de novo.',
  deskRestored:
    'O backup foi restaurado. O que havia neste computador antes está guardado em {{file}}. Alterações que esperavam publicação voltaram a ser rascunhos.',
  strangeFile:
    'Um arquivo ao lado do seu foi escrito para outro e por isso não foi usado. Ele ficou como {{file}}.',
  damaged: 'O arquivo de tudo o que você fez aqui estava danificado.',
  missing: 'O arquivo de tudo o que você fez aqui tinha sumido.',
  behind: 'Ao arquivo de tudo o que você fez aqui faltava algo que a segunda cópia tem.',
  allBack: 'Tudo voltou: {{kept, number}} itens.',
  someBack: '{{kept, number}} itens voltaram. Perdidos: {{lost}}.',
  counted: '{{part}} ({{count, number}})',
  uncounted: '{{part}} (número desconhecido)',
  undo: 'Alterações de vídeos feitas antes não podem mais ser desfeitas.',
  keptAs: 'O arquivo antigo ficou como {{file}}.',
  parts: {
    accounts: 'contas',
    edits: 'alterações não publicadas',
    history: 'registros do histórico',
    annotations: 'anotações',
    markers: 'marcas em vídeos',
    players: 'etiquetas e fixações de players',
    tests: 'escolhas e decisões de testes A/B',
    rules: 'regras de tráfego',
    views: 'visões de curvas',
    reports: 'relatórios',
    schedules: 'relatórios agendados',
    pictures: 'imagens',
  },
}

export const recoveryText = { en, 'pt-BR': ptBr }

const OF_FILE = {
  'answers-rebuilt': 'answersRebuilt',
  'answers-missing': 'answersMissing',
  'desk-restored': 'deskRestored',
  'strange-file': 'strangeFile',
} as const

/** What happened to the files, what came back and what did not, and where the old file is. */
export function recoverySentences(
  t: TFunction<'recovery'>,
  recovery: Recovery,
  language: Language,
): string[] {
  if (recovery.kind !== 'desk-recovered') {
    return [t(OF_FILE[recovery.kind], { file: recovery.keptAs })]
  }
  const { cause, kept, keptAs } = recovery
  const lost = lostParts(t, recovery.lost)
  const list = new Intl.ListFormat(language, { type: 'unit' }).format(lost)
  return [
    t(cause),
    lost.length === 0 ? t('allBack', { kept }) : t('someBack', { kept, lost: list }),
    t('undo'),
    ...(keptAs === null ? [] : [t('keptAs', { file: keptAs })]),
  ]
}

function lostParts(t: TFunction<'recovery'>, lost: DeskRecovery['lost']): string[] {
  return KEPT_PARTS.flatMap((name) => {
    const count = lost[name]
    if (count === undefined) return []
    const part = t(`parts.${name}`)
    return [count === null ? t('uncounted', { part }) : t('counted', { part, count })]
  })
}
