import type { NumberInputProps } from '@mantine/core'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { MinutesField } from '../../../src/renderer/ui/minutes-field.tsx'
import { drawn } from '../../support/drawn.ts'

/** The minutes that the field asks for as it is typed into. */
function asked(typed: readonly (number | string)[]) {
  const minutes: number[] = []
  let field: ReactElement<NumberInputProps> | undefined
  const Probe = () => {
    field = MinutesField({ minutes: 60, onMinutes: (wanted) => minutes.push(wanted) })
    return field
  }
  drawn(<Probe />)
  for (const each of typed) field?.props.onChange?.(each)
  return minutes
}

test('a field that is emptied to type other minutes asks for none meanwhile', () => {
  expect(asked(['', '-'])).toEqual([])
  expect(asked([6, '', 3, 30])).toEqual([6, 3, 30])
})

test('typed minutes are asked for within the limits of the service', () => {
  expect(asked([0, 1, 720, 721])).toEqual([1, 1, 720, 720])
})
