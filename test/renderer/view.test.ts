import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { canOpen } from '../../src/renderer/shell/sidebar.tsx'
import { goBack, goTo, goToLater, openTest, preferBasis, useView } from '../../src/renderer/view.ts'
import type { Account } from '../../src/shared/features/accounts/account.ts'
import { DEFAULT_PREFERENCES } from '../../src/shared/features/settings/preferences.ts'
import type { AppInfo } from '../../src/shared/features/settings/window-info.ts'
import { stubBridge } from '../support/page-bridge.ts'

// What the preload gives the page.
beforeAll(() => {
  const call = () => Promise.resolve({ ok: true, value: undefined })
  stubBridge(call)
})
afterAll(() => {
  vi.unstubAllGlobals()
})

/** The window of these accounts, at the overview of the first. */
function aWindow(...ids: string[]) {
  const place = { ...DEFAULT_PREFERENCES.place, screen: 'overview', account_id: ids[0] } as const
  useView.setState({
    info: { report: null } as AppInfo,
    preferences: { ...DEFAULT_PREFERENCES, place: { ...place, account_id: ids[0] ?? null } },
  })
  haveAccounts(...ids)
}

const haveAccounts = (...ids: string[]) =>
  useView.setState(({ info }) => ({
    info: { ...info, accounts: ids.map((id) => ({ id }) as Account) },
  }))

const place = () => useView.getState().preferences.place

test('back skips the places of an account that was removed', () => {
  aWindow('kept', 'removed')
  goTo('live')
  goTo('overview', { account_id: 'removed' })
  goTo('videos')
  goTo('settings', { account_id: null })
  haveAccounts('kept')
  goBack()
  expect(place()).toMatchObject({ screen: 'live', account_id: 'kept' })
  goBack()
  expect(place()).toMatchObject({ screen: 'overview', account_id: 'kept' })
})

test('long work opens its screen at the end, unless the user has opened another meanwhile', () => {
  aWindow('first')
  const connected = goToLater()
  connected('overview', { account_id: 'new' })
  expect(place()).toMatchObject({ screen: 'overview', account_id: 'new' })
  const late = goToLater()
  goTo('settings')
  late('overview', { account_id: 'first' })
  expect(place()).toMatchObject({ screen: 'settings', account_id: 'new' })
})

test('long work opens nothing once the user has gone back', () => {
  aWindow('first')
  goTo('live')
  const late = goToLater()
  goBack()
  late('settings')
  expect(place().screen).toBe('overview')
})

test('long work opens nothing once the user has opened an A/B test', () => {
  aWindow('first')
  goTo('abTests')
  const late = goToLater()
  openTest({ account_id: 'first', group_id: 'one' })
  late('settings')
  expect(place().screen).toBe('abTests')
})

test('opening the shown place again leaves the way back as it is', () => {
  aWindow('first')
  goTo('live')
  for (let time = 0; time < 3; time++) goTo('live')
  goBack()
  expect(place().screen).toBe('overview')
})

test('the way back from an A/B test leads to the list, and then to the screen before', () => {
  aWindow('first')
  goTo('abTests')
  const openedTest = { account_id: 'first', group_id: 'group' }
  for (let time = 0; time < 3; time++) openTest(openedTest)
  goBack()
  expect(useView.getState().preferences.openedTest).toBeNull()
  goBack()
  expect(place().screen).toBe('overview')
})

test('the way back in a report and that in the app stay apart', () => {
  aWindow('first')
  goTo('live')
  const inReport = (id: string | null) =>
    useView.setState(({ info }) => ({ info: { ...info, report: id ? ({ id } as never) : null } }))
  inReport('report')
  goBack()
  expect(place().screen).toBe('live')
  inReport(null)
  goBack()
  expect(place().screen).toBe('overview')
})

test('a screen of an account that was just connected opens before the list of accounts is read again', () => {
  aWindow('first')
  const at = { account_id: 'new', player_id: null, video_id: null }
  expect(canOpen('abTests', at)).toBe(true)
  expect(canOpen('abTests', { ...at, account_id: null })).toBe(false)
  expect(canOpen('settings', { ...at, account_id: null })).toBe(true)
})

test('what is counted once is chosen for every screen, the chosen columns of the overview with it', () => {
  aWindow('first')
  const { preferences } = useView.getState()
  const columns = ['name', 'total_started_device_uniq', 'total_started_device_uniq__change']
  const overviewTable = { ...preferences.overviewTable, columns }
  useView.setState({ preferences: { ...preferences, overviewTable } })
  preferBasis('sessions')
  expect(useView.getState().preferences).toMatchObject({
    basis: 'sessions',
    overviewTable: {
      columns: ['name', 'total_started_session_uniq', 'total_started_session_uniq__change'],
    },
  })
})
