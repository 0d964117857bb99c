import { escaped } from './xlsx-cells.ts'
import { stylesXml } from './xlsx-styles.ts'

const START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const FORMATS = 'http://schemas.openxmlformats.org'
export const MAIN = `${FORMATS}/spreadsheetml/2006/main`
const OFFICE = `${FORMATS}/officeDocument/2006/relationships`
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

interface SheetStart {
  widths: readonly number[]
  isFirst: boolean
  hasHeader: boolean
}

/** Everything before the first row of a sheet. */
export function sheetStart({ widths, isFirst, hasHeader }: SheetStart): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return [
    `${START}<worksheet xmlns="${MAIN}"><sheetViews>`,
    `<sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${hasHeader ? pane : ''}`,
    '</sheetView></sheetViews>',
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
    '<sheetData>',
  ].join('')
}

/** Everything after the last row; `filtered` is the range of the filter. */
export const sheetEnd = (filtered: string | null): string =>
  `</sheetData>${filtered ? `<autoFilter ref="${filtered}"/>` : ''}</worksheet>`

/** The parts with the sheets' names and the cell styles. */
export function workbookParts(names: readonly string[]): [path: string, xml: string][] {
  const part = (name: string, type: string) =>
    `<Override PartName="/${name}" ContentType="${TYPE}.${type}+xml"/>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (inner: string) =>
    `${START}<Relationships xmlns="${FORMATS}/package/2006/relationships">${inner}</Relationships>`
  const each = (write: (number: number, name: string) => string) =>
    names.map((name, index) => write(index + 1, name)).join('')
  const types = [
    `${START}<Types xmlns="${FORMATS}/package/2006/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    part('xl/workbook.xml', 'sheet.main'),
    part('xl/styles.xml', 'styles'),
    each((number) => part(sheetPath(number), 'worksheet')),
    '</Types>',
  ]
  const workbook = [
    `${START}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>`,
    each((n, name) => `<sheet name="${escaped(name)}" sheetId="${n}" r:id="rId${n}"/>`),
    '</sheets></workbook>',
  ]
  const ofWorkbook =
    each((n) => relation(`rId${n}`, 'worksheet', sheetPath(n).slice('xl/'.length))) +
    relation('styles', 'styles', 'styles.xml')
  return [
    ['[Content_Types].xml', types.join('')],
    ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    ['xl/workbook.xml', workbook.join('')],
    ['xl/_rels/workbook.xml.rels', relations(ofWorkbook)],
    ['xl/styles.xml', START + stylesXml(MAIN)],
  ]
}

const LONGEST_NAME = 31

/** Valid tab names: without reserved characters, short, and unique regardless of case. */
export function tabNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>()
  return wanted.map((name) => {
    const plain = name.replace(/[[\]:*?/\\\p{Cc}]+/gu, ' ').trim()
    const base = plain.replace(/^'+|'+$/g, '') || '-'
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`
      const tab = base.slice(0, LONGEST_NAME - suffix.length).trim() + suffix
      if (taken.has(tab.toLowerCase())) continue
      taken.add(tab.toLowerCase())
      return tab
    }
  })
}
