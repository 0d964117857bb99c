import type { FlexProps } from '@mantine/core'
import { Column } from './column.ts'

interface FormProps extends Pick<FlexProps, 'gap' | 'mb' | 'onKeyDown' | 'children'> {
  /** While true, Enter does not submit again. */
  isPending?: boolean
  onSubmit: () => void
}

/** A column of fields. */
export function Form({ isPending = false, onSubmit, ...props }: FormProps) {
  return (
    <Column
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) onSubmit()
      }}
      {...props}
    />
  )
}
