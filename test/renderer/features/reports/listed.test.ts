import { expect, test } from 'vitest'
import {
  foundReports,
  makeSearchText,
  NO_FILTER,
  type ReportFilter,
  type ReportOrder,
  sortedByCreation,
  sortedReports,
} from '../../../../src/renderer/features/reports/listed.ts'
import { makeFormat } from '../../../../src/renderer/ui/format.ts'
import { listedReport } from '../../../support/stored-reports.ts'

const march = listedReport(1, {
  about: {
    title: 'Decisão do preço',
    period: { start: '2025-03-01', end: '2025-03-31' },
    group: null,
    madeAt: 300,
  },
  tags: ['Oferta'],
  isFavourite: true,
  size: 5,
})
const test2 = listedReport(2, {
  about: { title: 'decisão final', group: { id: 'g', name: 'Título curto' }, madeAt: 100 },
  origin: 'opened',
  size: 9,
})
const empty = listedReport(3, {
  about: { title: 'Zero', player: null, group: null, period: null, asOf: null, madeAt: 200 },
  size: 5,
})
const all = [march, test2, empty]

const found = (filter: Partial<ReportFilter>, language: 'en' | 'pt-BR' = 'pt-BR') =>
  foundReports(all, { ...NO_FILTER, ...filter }, makeSearchText(makeFormat(language, 'UTC').date))
const sorted = (by: ReportOrder['by'], descending: boolean) =>
  sortedReports(all, { by, descending }).map(({ about }) => about.title)

test('every word is searched in title, player, account, test and tags, without accents', () => {
  expect(found({ search: 'DECISAO preco' })).toEqual([march])
  expect(found({ search: 'decisao' })).toEqual([march, test2])
  expect(found({ search: 'titulo' })).toEqual([test2])
  expect(found({ search: 'oferta agencia vsl' })).toEqual([march])
  expect(found({ search: 'zero oferta' })).toEqual([])
})

test('a period is found by its days, as displayed and as numbers', () => {
  expect(found({ search: '31 de mar. de 2025' })).toEqual([march])
  expect(found({ search: 'Mar 31, 2025' }, 'en')).toEqual([march])
  expect(found({ search: '2025-03-31' })).toEqual([march])
})

test('filters and the search apply together', () => {
  expect(found({ favouritesOnly: true })).toEqual([march])
  expect(found({ origin: 'opened' })).toEqual([test2])
  expect(found({ tag: 'oferta' })).toEqual([march])
  expect(found({ tag: 'oferta', search: 'final' })).toEqual([])
  expect(found({ screen: empty.about.screen, search: 'zero' })).toEqual([empty])
})

test('names are ordered without case or accents, figures by their size', () => {
  expect(sorted('title', false)).toEqual(['Decisão do preço', 'decisão final', 'Zero'])
  expect(sorted('madeAt', true)).toEqual(['Decisão do preço', 'Zero', 'decisão final'])
  expect(sorted('asOf', false)[0]).toBe('Zero')
})

test('equal reports are ordered by the newest first, in either direction', () => {
  expect(sorted('size', true)).toEqual(['decisão final', 'Decisão do preço', 'Zero'])
  expect(sorted('size', false)).toEqual(['Decisão do preço', 'Zero', 'decisão final'])
})

test('of two compared reports, the older one is the baseline', () => {
  expect(sortedByCreation([march, test2])).toEqual([test2, march])
})
