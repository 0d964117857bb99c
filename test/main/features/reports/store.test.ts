import { expect, test } from 'vitest'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import { testClock } from '../../../support/clock.ts'
import { aFolder, anAccount } from '../../../support/store-folder.ts'
import { reportIdAt, storedReport } from '../../../support/stored-reports.ts'

function onDesk(work: (verbs: Verbs) => void, folder = aFolder()) {
  const verbs = makeVerbs(folder, testClock)
  try {
    work(verbs)
  } finally {
    verbs.close()
  }
  return folder
}

const ids = (verbs: Verbs) => verbs.reports().map(({ id }) => id)
const [first, second, third] = [0, 1, 2].map(reportIdAt) as [string, string, string]

test('reports are listed after a restart, the newest first, with their sizes', () => {
  const preview = Buffer.from('a picture')
  const report = storedReport(0, { origin: 'opened', preview })
  const folder = onDesk((verbs) => {
    verbs.addReport(report)
    verbs.addReport(storedReport(1))
  })
  onDesk((verbs) => {
    expect(ids(verbs)).toEqual([second, first])
    expect(verbs.reports()[1]).toEqual({
      id: first,
      about: report.about,
      origin: 'opened',
      addedAt: report.addedAt,
      size: report.document.length + preview.length,
      hasPreview: true,
      tags: [],
      isFavourite: false,
      cover: { title: '', note: '', signature: '' },
    })
    expect(Buffer.from(verbs.reportDocument(first) ?? [])).toEqual(report.document)
    expect(Buffer.from(verbs.reportPreview(first) ?? [])).toEqual(preview)
    expect(verbs.reportPreview(second)).toBeNull()
    expect(verbs.reportDocument(third)).toBeNull()
  }, folder)
})

test('a report added twice is listed once, as it was first added', () => {
  onDesk((verbs) => {
    verbs.addReport(storedReport(0))
    verbs.markReport(first, { tags: ['offer'] })
    verbs.addReport(storedReport(0, { origin: 'opened', addedAt: 99 }))
    const { addedAt } = storedReport(0)
    expect(verbs.reports()).toMatchObject([{ origin: 'made', addedAt, tags: ['offer'] }])
  })
})

test('marking a report changes only the given fields', () => {
  onDesk((verbs) => {
    for (const index of [0, 1]) verbs.addReport(storedReport(index))
    verbs.markReport(first, { isFavourite: true })
    verbs.markReport(first, { tags: ['oferta', 'março'] })
    const untouched = { tags: [], isFavourite: false }
    const marked = { tags: ['oferta', 'março'], isFavourite: true }
    expect(verbs.reports()).toMatchObject([untouched, marked])
    verbs.markReport(first, { isFavourite: false, tags: [] })
    expect(verbs.reports()).toMatchObject([untouched, untouched])
  })
})

test('a removed report is not listed, and can be restored completely', () => {
  onDesk((verbs) => {
    for (const index of [0, 1, 2]) verbs.addReport(storedReport(index))
    verbs.markReport(second, { isFavourite: true })
    const before = verbs.reports()
    verbs.removeReports([first, second], 5)
    expect(ids(verbs)).toEqual([third])
    verbs.restoreReports([first, second])
    expect(verbs.reports()).toEqual(before)
  })
})

test('a removed report that is opened again from its file is listed again', () => {
  onDesk((verbs) => {
    verbs.addReport(storedReport(0))
    verbs.removeReports([first], 5)
    verbs.addReport(storedReport(0, { origin: 'opened' }))
    expect(ids(verbs)).toEqual([first])
  })
})

test('only removed reports are erased, with all of their data', () => {
  onDesk((verbs) => {
    for (const index of [0, 1]) verbs.addReport(storedReport(index))
    verbs.removeReports([first], 5)
    verbs.pruneReports()
    verbs.restoreReports([first])
    expect([ids(verbs), verbs.reportDocument(first)]).toEqual([[second], null])
    expect(verbs.reportDocument(second)).not.toBeNull()
  })
})

test('a report is kept when its account is forgotten', () => {
  onDesk((verbs) => {
    const account = anAccount()
    verbs.putAccount(account)
    const report = storedReport(0)
    const about = { ...report.about, account: { ...report.about.account, id: account.id } }
    verbs.addReport({ ...report, about })
    verbs.removeAccount(account.id)
    expect(ids(verbs)).toEqual([first])
  })
})
