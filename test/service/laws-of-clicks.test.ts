import { expect, test } from 'vitest'
import { value } from './asking.ts'
import { holds, type Row, stats, sum } from './requests.ts'

test('clicks by second add up to the clicks by day, and their totals are of the period', () =>
  holds(async (asked) => {
    const answer = await value<Row & { events_by_day: Row[] }>(
      asked.service,
      '/clicks/total_by_company_day',
      { body: asked.body },
    )
    const bySecond = await value<Row[]>(asked.service, '/clicks/total_by_company_timed', {
      body: asked.body,
    })
    expect(sum(answer.events_by_day, 'total')).toBe(sum(bySecond, 'total_users'))
    const whole = await stats(asked)
    const { total_events, total_uniq_session_events, total_uniq_device_events } = answer
    expect([total_events, total_uniq_session_events, total_uniq_device_events].map(Number)).toEqual(
      [
        whole['total_clicked'],
        whole['total_clicked_session_uniq'],
        whole['total_clicked_device_uniq'],
      ],
    )
  }))
