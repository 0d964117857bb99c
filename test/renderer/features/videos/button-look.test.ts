import { expect, test } from 'vitest'
import { buttonStyle, plainEntries } from '../../../../src/renderer/features/videos/button-look.ts'

const OWN = '"Inter Variable", system-ui, sans-serif'

test('a button is drawn from its tokens, with numbers as pixels', () => {
  const look = buttonStyle({
    typography: { family: 'Arial', size: 18, weight: 700, line_height: 1.2, letter_spacing: '1px' },
    styles: { background_color: '#123456', text_color: 'white', border_radius: 6, padding: '8px' },
  })
  expect(look).toEqual({
    fontFamily: `"Arial", ${OWN}`,
    fontSize: '18px',
    fontWeight: '700',
    lineHeight: '1.2',
    letterSpacing: '1px',
    background: '#123456',
    color: 'white',
    borderRadius: '6px',
    padding: '8px',
  })
})

test('hover colors do not color the button', () => {
  const styles = { background_color: 'red', background_color_hover: 'blue', padding: '' }
  expect(buttonStyle({ styles })).toEqual({ background: 'red' })
})

test('an unavailable font is replaced by the font of the window', () => {
  const drawn = (family: string) => buttonStyle({ typography: { family } }).fontFamily
  expect(drawn('Inter')).toBe(`"Inter", ${OWN}`)
  expect(drawn('Exo 2')).toBe(`"Exo 2", ${OWN}`)
  expect(drawn('serif')).toBe(`serif, ${OWN}`)
  expect(drawn("'Open Sans', Georgia")).toBe(`'Open Sans', Georgia, ${OWN}`)
  expect([drawn(''), drawn('  '), drawn('a; color: red')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a padding with two values is drawn with both', () => {
  expect(buttonStyle({ styles: { padding: { vertical: 16, horizontal: '2em' } } })).toEqual({
    padding: '16px 2em',
  })
})

test('nested colors are found too', () => {
  expect(buttonStyle({ styles: { colors: { background: 'red', text: 'blue' } } })).toEqual({
    background: 'red',
    color: 'blue',
  })
})

test('a value with a URL or more than one declaration is not drawn', () => {
  const hostile = ['url(https://x.test/a.png)', 'red; position: fixed', 'image-set("x" 1x)', 'a}b']
  for (const value of hostile) {
    expect(buttonStyle({ styles: { background: value, shadow: value } })).toEqual({})
  }
})

test('an invalid part of a design is ignored', () => {
  expect(buttonStyle({ typography: 'x', styles: [1] })).toEqual({})
  expect(buttonStyle(null)).toEqual({})
})

test('the leaves of a design are its plain values with their paths', () => {
  expect(plainEntries({ a: 1, b: { c: 'x', d: {} }, e: null })).toEqual([
    [['a'], 1],
    [['b', 'c'], 'x'],
    [['e'], null],
  ])
})
