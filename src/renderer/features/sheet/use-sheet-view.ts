import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import { SHEET_COLUMNS, type SheetColumn, TITLE } from '../../../shared/features/sheet/columns.ts'
import type { SheetView } from '../../../shared/features/sheet/sheet-calls.ts'
import { getOrCreate } from '../../../shared/maps.ts'
import { useAccount } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useSessionState } from '../../kept-list.ts'
import { useCall } from '../../query.ts'
import { settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import { type SheetViewState, sheetKeys, USUAL_VIEW } from '../../ui/open-sheet.ts'

/** Columns, frozen ones, filters and order of a tab, and its saved views. */
export function useSheetView(group: SettingsGroup) {
  const [state, setState] = useSessionState<SheetViewState>(sheetKeys.view(group), USUAL_VIEW)
  const account = useAccount()
  const known = useCall('sheet', 'views', account ? { account_id: account.id } : null).value
  const columns = shownColumns(group, state.columns).slice(1)
  const frozen = Math.min(state.frozen, columns.length)
  const change = (next: Partial<SheetViewState>) => setState({ ...state, ...next })
  const saved = (account_id: string) => ({
    known: (known ?? []).filter((view) => view.group === group),
    open: (view: SheetView | null) => setState(view ?? USUAL_VIEW),
    save: (name: string) => {
      const view = {
        ...{ group, name, filters: [...state.filters], sort: state.sort, frozen },
        columns: columns.map(({ key }) => key),
      }
      return call.sheet.saveView({ account_id, view })
    },
    remove: (name: string) => call.sheet.removeView({ account_id, group, name }),
  })
  return { ...state, frozen, change, saved }
}

export function shownColumns(group: SettingsGroup, keys: readonly string[] | null): SheetColumn[] {
  const all = SHEET_COLUMNS[group]
  const chosen = keys
    ? keys.flatMap((key) => all.find((one) => one.key === key) ?? [])
    : all.filter(({ isDefault }) => isDefault)
  return [TITLE, ...chosen]
}

export function useTitles(group: SettingsGroup) {
  const { t } = useTranslation('sheet')
  const { language } = useFormat()
  return useMemo(() => {
    const titleOf = ({ key, kind, register }: SheetColumn) => {
      if (kind === 'title') return t('video')
      if (register === key) return settingName(group, key, language)
      return t(`column.${key as 'fromPitch'}`)
    }
    // Cached, because they are drawn often.
    const titles = new Map<string, string>()
    return (column: SheetColumn) => getOrCreate(titles, column.key, () => titleOf(column))
  }, [t, group, language])
}
