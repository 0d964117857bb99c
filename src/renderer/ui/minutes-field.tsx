import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { liveMinutes, MOST_LIVE_MINUTES } from '../../shared/features/live/live-players.ts'

interface MinutesFieldProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'onBlur'> {
  minutes: number
  onMinutes: (minutes: number) => void
}

/** For how many minutes live users are counted. While the field is empty they stay as they are. */
export function MinutesField({ minutes, onMinutes, ...props }: MinutesFieldProps) {
  const [typed, setTyped] = useState<number | string>(minutes)
  return (
    <NumberInput
      {...props}
      min={1}
      max={MOST_LIVE_MINUTES}
      allowDecimal={false}
      value={typed}
      onChange={(next) => {
        setTyped(next)
        if (typeof next === 'number') onMinutes(liveMinutes(next))
      }}
      onBlur={() => setTyped(minutes)}
      suffix=" min"
    />
  )
}
