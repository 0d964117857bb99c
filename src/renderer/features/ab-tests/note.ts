import { Text } from '@mantine/core'

/** A paragraph beside the figures of a test. */
export const Note = Text.withProps({ size: 'sm', maw: 900, mb: 6 })
