import { Tooltip } from '@mantine/core'
import { type ComponentProps, useRef, useState } from 'react'

interface HintedProps extends Omit<ComponentProps<'span'>, 'ref'> {
  /** More about what stands here, while it is pointed at. */
  hint: string
}

/** A screen has hundreds of these: only the one under the pointer pays for a tooltip. */
export function Hinted({ hint, children, ...span }: HintedProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [isPointed, setIsPointed] = useState(false)
  return (
    <span
      {...span}
      ref={place}
      onPointerEnter={() => setIsPointed(true)}
      onPointerLeave={() => setIsPointed(false)}
    >
      {children}
      {isPointed && <Tooltip opened target={place} label={hint} multiline maw={280} withArrow />}
    </span>
  )
}
