import { expect, test } from 'vitest'
import { speedName } from '../../../../src/shared/features/variants/table.ts'

test('a speed has the language’s decimal sign and all of its decimals', () => {
  expect(['1', '1.1', '1.125'].map((label) => speedName(label, 'en'))).toEqual([
    '1×',
    '1.1×',
    '1.125×',
  ])
  expect(['1', '1.1', '1.125'].map((label) => speedName(label, 'pt-BR'))).toEqual([
    '1×',
    '1,1×',
    '1,125×',
  ])
})

test('an invalid speed is shown unchanged', () => {
  expect(['fast', '', '1.1x'].map((label) => speedName(label, 'pt-BR'))).toEqual([
    'fast',
    '',
    '1.1x',
  ])
})
