import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { ListedProblem, RuleFindings } from '../../../shared/features/problems/calls.ts'
import {
  type AccountRule,
  ownRuleName,
  SEVERITIES,
} from '../../../shared/features/problems/problem.ts'
import { SHEET_COLUMNS, type SheetColumn, TITLE } from '../../../shared/features/sheet/columns.ts'
import { figureIn, sourcesIn } from '../../../shared/features/sheet/figures.ts'
import type { RowFacts } from '../../../shared/features/sheet/filter.ts'
import { registerValue, rowKey, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { getOrCreate } from '../../../shared/maps.ts'
import { longestOf } from '../../../shared/time/time-of-day.ts'
import { call } from '../../bridge.ts'
import { callQuery, useCall, useQuery } from '../../query.ts'
import { useFormat } from '../../ui/format.ts'
import { useLinkResults, useLinkWords } from '../../ui/links/link-result.tsx'
import { useTemplateDrift } from '../../ui/templates/use-templates.ts'
import { type AskFigures, type FiguresOfEdited, makeEditedFigures } from './edited-figures.ts'
import { figureDays, type TabFigures } from './figure-days.ts'
import type { CellProblem, CellTexts } from './sheet-cell.tsx'
import type { Sheet } from './use-sheet.ts'

const NONE_EDITED: FiguresOfEdited = new Map()

/**
 * The stored figures of the rows: of all videos when the sheet is opened, and of edited videos
 * again after each edit.
 */
export function useFigures({ account_id, group, edits }: Sheet): TabFigures {
  const input = { account_id, group, video_ids: null, period: null }
  const all = useCall('sheet', 'figures', input, ['videos']).value
  const period = all?.period ?? null
  const [edited, setEdited] = useState<FiguresOfEdited>(NONE_EDITED)
  const following = useMemo(() => {
    const ask: AskFigures = async (video_ids, of) =>
      (await call.sheet.figures({ account_id, group, video_ids, period: of })).videos
    return makeEditedFigures(ask, setEdited)
  }, [account_id, group])
  useEffect(() => following.follow(all, edits), [following, all, edits])
  return useMemo(() => {
    const byVideo = new Map((all?.videos ?? []).map((one) => [one.video_id, one]))
    for (const [video_id, figures] of edited) {
      if (figures) byVideo.set(video_id, figures)
      else byVideo.delete(video_id)
    }
    return { period, byVideo }
  }, [all, edited, period])
}

/** What is known about a tab's rows besides their settings. */
export function useFacts(
  sheet: Sheet,
  {
    tagsOf,
    problems,
    figures: { byVideo: figures },
  }: { tagsOf: RowFacts['tagsOf']; problems: ProblemsOfRow; figures: TabFigures },
): RowFacts {
  const { cells, group, account_id } = sheet
  const drift = useTemplateDrift(account_id, group)
  const link = useLinkOf(account_id)
  const format = useFormat()
  const longest = useMemo(() => longestOf(sheet.videos ?? []), [sheet.videos])
  return useMemo(() => {
    const sources = (row: SheetRow) =>
      sourcesIn(figures, row)
        .map(({ source, perWeek }) => `${source} ${format.perWeek(perWeek)}`)
        .join(' · ')
    return {
      ...{ cells, tagsOf, longest },
      columns: [TITLE, ...SHEET_COLUMNS[group]],
      figureOf: (row, key) => (key === 'drift' ? drift(row) : figureIn(figures, row, key)),
      textOf: (row, key) => (key === 'sources' ? sources(row) : link(row)),
      problemsOf: (row) => problems(row).map(({ text }) => text),
      rulesOf: (row) => problems(row).map(({ rule }) => rule),
    }
  }, [cells, group, tagsOf, longest, figures, drift, link, problems, format])
}

type ProblemsOfRow = (row: SheetRow) => readonly CellProblem[]

/** Maximum number of problems per rule: cells cannot show more. */
const MOST_PROBLEMS = 100_000
const NO_PROBLEMS: readonly CellProblem[] = []

/** The problems of a tab's rows, by the rules over the whole account, and the titles of these. */
export function useRowProblems({ account_id, group }: Sheet) {
  const { t, i18n } = useTranslation('problems')
  const input = { account_id, view: 'all' as const, search: '', rules: [], most: MOST_PROBLEMS }
  const query = callQuery('problems', 'list', input, ['problems', 'videos', 'edits', 'players'])
  const list = useQuery(...query, true).value
  const titleOf = useCallback(
    (rule: string) => {
      const own = list?.rules.find(({ id }) => ownRuleName(id) === rule)?.name
      const key = `rule.${rule as AccountRule}` as const
      return own ?? (i18n.exists(`problems:${key}`) ? t(key) : rule)
    },
    [list, t, i18n],
  )
  const problems = useMemo(
    () => problemsOfRows(list?.findings ?? [], group, titleOf),
    [list, group, titleOf],
  )
  return { problems, titleOf }
}

interface Findings extends Pick<RuleFindings, 'rule' | 'severity'> {
  problems: readonly Pick<ListedProblem, 'group' | 'video_id' | 'item_id' | 'register'>[]
}

/** Those of a group are at each of its items, because it has no row of its own beside them. */
export function problemsOfRows(
  findings: readonly Findings[],
  group: Group,
  textOf: (rule: string) => string,
): ProblemsOfRow {
  const byRow = new Map<string, CellProblem[]>()
  for (const { rule, severity, problems } of findings) {
    const text = textOf(rule)
    for (const one of problems) {
      if (one.group !== group) continue
      const at = rowKey(one.video_id, one.item_id)
      getOrCreate(byRow, at, () => []).push({ rule, severity, register: one.register, text })
    }
  }
  const rank = ({ severity }: CellProblem) => SEVERITIES.indexOf(severity)
  return ({ video, item_id }) => {
    const own = byRow.get(rowKey(video.id, item_id)) ?? NO_PROBLEMS
    const ofGroup = item_id === null ? undefined : byRow.get(rowKey(video.id, null))
    return ofGroup ? [...ofGroup, ...own].toSorted((a, b) => rank(a) - rank(b)) : own
  }
}

export const urlOf = (row: SheetRow): string => {
  const url = registerValue(row, 'action.url')
  return typeof url === 'string' ? url : ''
}

function useLinkOf(account_id: string) {
  const resultOf = useLinkResults(account_id)
  const words = useLinkWords()
  return useMemo(
    () => (row: SheetRow) => {
      const result = resultOf(urlOf(row))
      return result ? words(result) : ''
    },
    [resultOf, words],
  )
}

export function useCellTexts(
  { cells, account_id }: Sheet,
  { facts, problems, figures }: { facts: RowFacts; problems: ProblemsOfRow; figures: TabFigures },
): CellTexts {
  const { t } = useTranslation('sheet')
  const format = useFormat()
  // Cached, because translating would take too long for each row scrolled into view.
  const ticks = useMemo(() => {
    const names = new Map<string, string>()
    return (name: string) => getOrCreate(names, name, () => t('tickRow', { name }))
  }, [t])
  const resultOf = useLinkResults(account_id)
  const days = useMemo(() => {
    const ofFigure = figureDays(figures, t, format)
    return (row: SheetRow, column: SheetColumn) => {
      const result = column.key === 'link' ? resultOf(urlOf(row)) : undefined
      return result ? format.instant(result.at) : ofFigure(row, column)
    }
  }, [figures, resultOf, t, format])
  return useMemo(
    () => ({
      show: cells.show,
      was: (row, column) => cells.show({ ...row, value: row.base ?? {} }, column) || t('noValue'),
      atPitch: t('atPitch'),
      figure: (row, { key, kind }) => {
        if (kind === 'remark') return facts.textOf(row, key)
        const figure = facts.figureOf(row, key)
        if (figure === null) return ''
        if (kind === 'percent') return format.percent(figure)
        return key === 'perWeek' ? format.perWeek(figure) : format.count(figure)
      },
      days,
      problems,
      tick: ({ video }) => ticks(video.name),
    }),
    [cells, facts, problems, format, ticks, days, t],
  )
}
