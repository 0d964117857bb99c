import { Flex } from '@mantine/core'

/** Mantine's `Stack` as any element: `<Column component="ul" gap={4}>`. */
export const Column = Flex.withProps({ direction: 'column' })
