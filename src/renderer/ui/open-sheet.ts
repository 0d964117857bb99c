import type { Group } from '../../shared/api/settings/index.ts'
import type { SheetFilter } from '../../shared/features/sheet/filter.ts'
import { setSessionState } from '../kept-list.ts'
import { goTo } from '../view.ts'
import type { Sort } from './data-table-props.ts'

/** How a tab of the sheet is shown. */
export interface SheetViewState {
  /** Null for the default columns. */
  columns: readonly string[] | null
  filters: readonly SheetFilter[]
  sort: Sort | null
  /** How many columns after the title stay in place. */
  frozen: number
}

export const USUAL_VIEW: SheetViewState = { columns: null, filters: [], sort: null, frozen: 0 }

/** The state of the sheet that lasts until the window closes. */
export const sheetKeys = {
  tab: 'tab',
  view: (group: Group) => `view ${group}`,
  search: (group: Group) => `search ${group}`,
}

export function openSheet(group: Group, filters: readonly SheetFilter[]) {
  setSessionState('sheet', sheetKeys.tab, group)
  setSessionState<SheetViewState>('sheet', sheetKeys.view(group), { ...USUAL_VIEW, filters })
  setSessionState('sheet', sheetKeys.search(group), '')
  goTo('sheet')
}
