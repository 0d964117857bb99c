import { useMemo } from 'react'
import { useFormat } from '../../ui/format.ts'

/** A share of more or less, as percent with its sign. */
export function useSigned() {
  const { language } = useFormat()
  return useMemo(
    () =>
      new Intl.NumberFormat(language, {
        style: 'percent',
        signDisplay: 'exceptZero',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }),
    [language],
  )
}
