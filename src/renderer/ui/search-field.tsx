import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { KeyboardEvent, Ref } from 'react'

interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  words: { label: string; hint: string; clear: string }
  className?: string | undefined
  field?: Ref<HTMLInputElement> | undefined
  /** Other keys than Escape, which empties the field. */
  onKey?: (event: KeyboardEvent) => void
}

/** What a list is searched for. */
export function SearchField({ value, onChange, words, className, field, onKey }: SearchFieldProps) {
  return (
    <TextInput
      ref={field}
      size="xs"
      type="search"
      className={className}
      aria-label={words.label}
      placeholder={words.hint}
      maxLength={200}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onChange('')
        onKey?.(event)
      }}
      rightSection={
        value && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={20}
            aria-label={words.clear}
            onClick={() => onChange('')}
          >
            <IconX size={14} />
          </ActionIcon>
        )
      }
    />
  )
}
