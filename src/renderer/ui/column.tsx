import { Flex, type FlexProps } from '@mantine/core'

/** Mantine's `Stack` as any element: `<Column component="ul" gap={4}>`. */
export const Column = Flex.withProps({ direction: 'column' })

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
