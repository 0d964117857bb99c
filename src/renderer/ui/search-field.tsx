import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'

interface SearchFieldProps extends Pick<TextInputProps, 'className' | 'flex' | 'ml' | 'w'> {
  value: string
  onChange: (value: string) => void
  label: string
  /** Placeholder; the label by default. */
  hint?: string
  field?: Ref<HTMLInputElement> | undefined
  /** Handles keys other than Escape, which clears the field. */
  onKey?: (event: KeyboardEvent) => void
}

export function SearchField(props: SearchFieldProps) {
  const { value, onChange, label, hint = label, field, onKey, ...rest } = props
  const { t } = useTranslation('block')
  return (
    <TextInput
      ref={field}
      type="search"
      {...rest}
      aria-label={label}
      placeholder={hint}
      maxLength={200}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      // Escape clears a text before it closes the dialog around the field.
      data-mantine-stop-propagation={value !== ''}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onChange('')
        onKey?.(event)
      }}
      rightSection={
        value && (
          <ActionIcon size={20} aria-label={t('clearSearch')} onClick={() => onChange('')}>
            <IconX size={14} />
          </ActionIcon>
        )
      }
    />
  )
}
