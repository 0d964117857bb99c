import { strFromU8, unzipSync } from 'fflate'

/** A cell as a spreadsheet would hold it. */
interface ReadCell {
  at: string
  value: string | number
  format: string
  isBold: boolean
}

const BUILT_IN: Record<string, string> = { 0: 'General', 2: '0.00', 3: '#,##0', 49: '@' }

/** A workbook read back from its parts; a sheet with more lines than `most` gives no cells. */
export function readXlsx(file: Uint8Array, most = Number.POSITIVE_INFINITY) {
  const parts = Object.fromEntries(
    Object.entries(unzipSync(file)).map(([name, bytes]) => [name, strFromU8(bytes)]),
  )
  const styles = stylesIn(parts['xl/styles.xml'] ?? '')
  const targets = Object.fromEntries(
    all(parts['xl/_rels/workbook.xml.rels'] ?? '', /Id="(\w+)"[^>]*Target="([^"]+)"/g),
  )
  const sheets = all(parts['xl/workbook.xml'] ?? '', /<sheet name="([^"]*)"[^>]*r:id="(\w+)"/g)
  return {
    parts,
    sheets: sheets.map(([name = '', id = '']) => {
      const xml = parts[`xl/${targets[id]}`] ?? ''
      const last = xml.lastIndexOf('<row r="')
      const lastRow = last < 0 ? 0 : Number.parseInt(xml.slice(last + '<row r="'.length), 10)
      return { name: plain(name), xml, lastRow, rows: lastRow > most ? [] : rowsIn(xml, styles) }
    }),
  }
}

type Style = Pick<ReadCell, 'format' | 'isBold'>

function rowsIn(xml: string, styles: Style[]): ReadCell[][] {
  return all(xml, /<row r="\d+">(.*?)<\/row>/gs).map(([row = '']) =>
    all(row, /<c r="(\w+)" s="(\d+)"( t="inlineStr")?>(.*?)<\/c>/gs).map(
      ([at = '', style = '', isText, inner = '']) => {
        const text = /<t xml:space="preserve">(.*)<\/t>/s.exec(inner)?.[1] ?? ''
        const value = isText ? plain(text) : Number(/<v>(.*)<\/v>/.exec(inner)?.[1] ?? Number.NaN)
        return { at, value, format: '', isBold: false, ...styles[Number(style)] }
      },
    ),
  )
}

function stylesIn(xml: string): Style[] {
  const own = all(xml, /<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)
  const formats: Record<string, string> = { ...BUILT_IN, ...Object.fromEntries(own) }
  const looks = /<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(xml)?.[1] ?? ''
  return all(looks, /<xf numFmtId="(\d+)" fontId="(\d)"/g).map(([format = '', font]) => ({
    format: formats[format] ?? '',
    isBold: font === '1',
  }))
}

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, ...groups]) => groups)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

const plain = (text: string) =>
  text
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/_x([\dA-F]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
