import type { Currency } from '../../../shared/model/money.ts'

/** Cell styles, each also in bold. The first is the default. */
const FORMATS = {
  plain: 0,
  // ECMA-376 part 1, 18.8.30: #,##0 and 0.00 and @ are built in; custom formats start at 164.
  whole: 3,
  hundredths: 2,
  text: 49,
  note: 49,
  date: 164,
  instant: 165,
  usd: 166,
  brl: 167,
  eur: 168,
} as const satisfies Record<Currency, number> & Record<string, number>

export type CellStyle = keyof typeof FORMATS

const CODES: Record<number, string> = {
  164: 'yyyy-mm-dd',
  165: 'yyyy-mm-dd hh:mm:ss',
  166: '[$$-409]#,##0.00',
  167: '[$R$-416]\\ #,##0.00',
  168: '[$€-2]\\ #,##0.00',
}

const STYLES = Object.keys(FORMATS) as CellStyle[]

/** The number of a style, for the attribute `s` of a cell. */
export const styleOf = (style: CellStyle, isBold: boolean): number =>
  STYLES.indexOf(style) + (isBold ? STYLES.length : 0)

export function stylesXml(namespace: string): string {
  const formats = Object.entries(CODES).map(
    ([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`,
  )
  const styles = [0, 1].flatMap((font) => STYLES.map((style) => styleXml(style, font)))
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
  return [
    `<styleSheet xmlns="${namespace}">`,
    `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`,
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>`,
    '<fills count="2"><fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('')
}

function styleXml(style: CellStyle, font: number) {
  const xf = `<xf numFmtId="${FORMATS[style]}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"`
  if (style !== 'note') return `${xf}/>`
  return `${xf} applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>`
}
