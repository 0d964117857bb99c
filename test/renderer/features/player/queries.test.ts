import { expect, test } from 'vitest'
import {
  agedRequests,
  refreshedRequests,
} from '../../../../src/renderer/features/player/queries.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'

const player = {
  id: 'a'.repeat(24),
  name: 'VSL',
  pitch_time: 300,
  duration: 900,
  created_at: '2026-01-01 00:00:00',
}
const today = '2026-03-10'
const about = {
  account_id: 'a1',
  zone: 'UTC',
  player,
  isUnknown: false,
  period: { start: '2026-03-03', end: '2026-03-09' },
  comparison: null,
  today,
}

test('a refresh also requests today beside the period, and the marks of the service', () => {
  const requests = refreshedRequests(about, today)
  const ofToday = requestsAbout(player, { start: today, end: today }, 'UTC').statsByDay
  expect(requests).toContainEqual(ofToday)
  expect(requests).toContainEqual(requestsAbout(player, about.period, 'UTC').customMetrics)
  expect(refreshedRequests(about, null)).not.toContainEqual(ofToday)
})

test('the age in the header is also of today beside the period, and of the marks of the service', () => {
  const requests = Object.values(agedRequests(about, today))
  const ofToday = requestsAbout(player, { start: today, end: today }, 'UTC').statsByDay
  expect(requests).toContainEqual(ofToday)
  expect(requests).toContainEqual(requestsAbout(player, about.period, 'UTC').customMetrics)
  expect(Object.values(agedRequests(about, null))).not.toContainEqual(ofToday)
})
